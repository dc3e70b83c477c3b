//! The names of the techniques, their groups, their codes in HoDoKu's library, and the assumptions
//! of each.

mod fish;
mod group;

pub use fish::{FishFamily, FishFins, FishKind};
pub use group::Group;

use std::fmt;

macro_rules! techniques {
    ($($group:ident { $($variant:ident $name:literal $code:literal)* })*) => {
        /// A solving technique.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Technique {
            $($(#[doc = $name] $variant,)*)*
        }

        impl Technique {
            /// All techniques, in the standard groups.
            pub const ALL: &'static [Self] = &[$($(Self::$variant,)*)*];

            /// Returns the standard group of the technique.
            #[must_use]
            pub const fn group(self) -> Group {
                match self {
                    $($(Self::$variant)|* => Group::$group,)*
                }
            }

            /// Returns the standard name of the technique.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $($(Self::$variant => $name,)*)*
                }
            }

            /// Returns the four-digit code in HoDoKu's library, or an empty string if there is
            /// none.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $($(Self::$variant => $code,)*)*
                }
            }
        }
    };
}

techniques! {
    Singles {
        FullHouse "Full House" "0000"
        HiddenSingle "Hidden Single" "0002"
        NakedSingle "Naked Single" "0003"
    }
    Cages {
        CageSum "Cage Sum" ""
        CageDigit "Cage Digit" ""
        Innies "Innies" ""
        Outies "Outies" ""
    }
    Intersections {
        Pointing "Locked Candidates Type 1 (Pointing)" "0100"
        Claiming "Locked Candidates Type 2 (Claiming)" "0101"
        LockedPair "Locked Pair" "0110"
        LockedTriple "Locked Triple" "0111"
    }
    Subsets {
        NakedPair "Naked Pair" "0200"
        NakedTriple "Naked Triple" "0201"
        NakedQuadruple "Naked Quadruple" "0202"
        HiddenPair "Hidden Pair" "0210"
        HiddenTriple "Hidden Triple" "0211"
        HiddenQuadruple "Hidden Quadruple" "0212"
    }
    Fish {
        XWing "X-Wing" "0300"
        Swordfish "Swordfish" "0301"
        Jellyfish "Jellyfish" "0302"
        Squirmbag "Squirmbag" "0303"
        Whale "Whale" "0304"
        Leviathan "Leviathan" "0305"
        FinnedXWing "Finned X-Wing" "0310"
        FinnedSwordfish "Finned Swordfish" "0311"
        FinnedJellyfish "Finned Jellyfish" "0312"
        FinnedSquirmbag "Finned Squirmbag" "0313"
        FinnedWhale "Finned Whale" "0314"
        FinnedLeviathan "Finned Leviathan" "0315"
        SashimiXWing "Sashimi X-Wing" "0320"
        SashimiSwordfish "Sashimi Swordfish" "0321"
        SashimiJellyfish "Sashimi Jellyfish" "0322"
        SashimiSquirmbag "Sashimi Squirmbag" "0323"
        SashimiWhale "Sashimi Whale" "0324"
        SashimiLeviathan "Sashimi Leviathan" "0325"
        FrankenXWing "Franken X-Wing" "0330"
        FrankenSwordfish "Franken Swordfish" "0331"
        FrankenJellyfish "Franken Jellyfish" "0332"
        FrankenSquirmbag "Franken Squirmbag" "0333"
        FrankenWhale "Franken Whale" "0334"
        FrankenLeviathan "Franken Leviathan" "0335"
        FinnedFrankenXWing "Finned Franken X-Wing" "0340"
        FinnedFrankenSwordfish "Finned Franken Swordfish" "0341"
        FinnedFrankenJellyfish "Finned Franken Jellyfish" "0342"
        FinnedFrankenSquirmbag "Finned Franken Squirmbag" "0343"
        FinnedFrankenWhale "Finned Franken Whale" "0344"
        FinnedFrankenLeviathan "Finned Franken Leviathan" "0345"
        MutantXWing "Mutant X-Wing" "0350"
        MutantSwordfish "Mutant Swordfish" "0351"
        MutantJellyfish "Mutant Jellyfish" "0352"
        MutantSquirmbag "Mutant Squirmbag" "0353"
        MutantWhale "Mutant Whale" "0354"
        MutantLeviathan "Mutant Leviathan" "0355"
        FinnedMutantXWing "Finned Mutant X-Wing" "0360"
        FinnedMutantSwordfish "Finned Mutant Swordfish" "0361"
        FinnedMutantJellyfish "Finned Mutant Jellyfish" "0362"
        FinnedMutantSquirmbag "Finned Mutant Squirmbag" "0363"
        FinnedMutantWhale "Finned Mutant Whale" "0364"
        FinnedMutantLeviathan "Finned Mutant Leviathan" "0365"
        KrakenFish "Kraken Fish Type 1" "0371"
        KrakenFishType2 "Kraken Fish Type 2" "0372"
    }
    SingleDigit {
        Skyscraper "Skyscraper" "0400"
        TwoStringKite "2-String Kite" "0401"
        EmptyRectangle "Empty Rectangle" "0402"
        TurbotFish "Turbot Fish" "0403"
        DualTwoStringKite "Dual 2-String Kite" "0404"
        DualEmptyRectangle "Dual Empty Rectangle" "0405"
    }
    Colouring {
        SimpleColorsTrap "Simple Colors Trap" "0500"
        SimpleColorsWrap "Simple Colors Wrap" "0501"
        MultiColors1 "Multi Colors 1" "0502"
        MultiColors2 "Multi Colors 2" "0503"
        Medusa "3D Medusa" ""
    }
    Uniqueness {
        Uniqueness1 "Uniqueness Test 1" "0600"
        Uniqueness2 "Uniqueness Test 2" "0601"
        Uniqueness3 "Uniqueness Test 3" "0602"
        Uniqueness4 "Uniqueness Test 4" "0603"
        Uniqueness5 "Uniqueness Test 5" "0604"
        Uniqueness6 "Uniqueness Test 6" "0605"
        HiddenRectangle "Hidden Rectangle" "0606"
        UniqueLoop "Unique Loop" ""
        AvoidableRectangle1 "Avoidable Rectangle Type 1" "0607"
        AvoidableRectangle2 "Avoidable Rectangle Type 2" "0608"
        ExtendedRectangle "Extended Rectangle" ""
        BugPlusOne "Bivalue Universal Grave + 1" "0610"
        BugType2 "Bivalue Universal Grave Type 2" ""
        BugType3 "Bivalue Universal Grave Type 3" ""
        BugType4 "Bivalue Universal Grave Type 4" ""
    }
    Chains {
        ThreeStrongLinks "3 Strong Links" ""
        FourStrongLinks "4 Strong Links" ""
        FiveStrongLinks "5 Strong Links" ""
        SixStrongLinks "6 Strong Links" ""
        XChain "X-Chain" "0701"
        XyChain "XY-Chain" "0702"
        RemotePair "Remote Pair" "0703"
        ContinuousNiceLoop "Continuous Nice Loop" "0706"
        DiscontinuousNiceLoop "Discontinuous Nice Loop" "0707"
        Aic "AIC" "0708"
        GroupedContinuousNiceLoop "Grouped Continuous Nice Loop" "0709"
        GroupedDiscontinuousNiceLoop "Grouped Discontinuous Nice Loop" "0710"
        GroupedAic "Grouped AIC" "0711"
    }
    Wings {
        XyWing "XY-Wing" "0800"
        XyzWing "XYZ-Wing" "0801"
        WWing "W-Wing" "0803"
        WxyzWing "WXYZ-Wing" ""
        VwxyzWing "VWXYZ-Wing" ""
        UvwxyzWing "UVWXYZ-Wing" ""
        TuvwxyzWing "TUVWXYZ-Wing" ""
    }
    AlmostLockedSets {
        AlsXz "Almost Locked Set XZ-Rule" "0901"
        AlsXyWing "Almost Locked Set XY-Wing" "0902"
        AlsXyChain "Almost Locked Set Chain" "0903"
        DeathBlossom "Death Blossom" "0904"
        SueDeCoq "Sue de Coq" "1101"
        AlignedPair "Aligned Pair Exclusion" ""
        AlignedTriplet "Aligned Triplet Exclusion" ""
    }
    LastResorts {
        TemplateSet "Template Set" "1201"
        TemplateDelete "Template Delete" "1202"
        Nishio "Nishio" ""
    }
    Chains {
        ForcingChainContradiction "Forcing Chain Contradiction" "1301"
        ForcingChainVerity "Forcing Chain Verity" "1302"
        ForcingNetContradiction "Forcing Net Contradiction" "1303"
        ForcingNetVerity "Forcing Net Verity" "1304"
        NestedNetContradiction "Nested Forcing Net Contradiction" ""
        NestedNetVerity "Nested Forcing Net Verity" ""
    }
    LastResorts {
        NetsWithinNet "Forcing Net with Nets within" ""
        BruteForce "Brute Force" ""
    }
}

impl Technique {
    /// Returns the technique with this code in HoDoKu's library.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|technique| !code.is_empty() && technique.code() == code)
    }

    /// Returns the technique's assumptions in addition to the rule that houses hold each digit
    /// once.
    #[must_use]
    pub const fn assumptions(self) -> &'static [Assumption] {
        match self {
            Self::AvoidableRectangle1 | Self::AvoidableRectangle2 => {
                &[Assumption::OneSolution, Assumption::Givens]
            }
            Self::Uniqueness1
            | Self::Uniqueness2
            | Self::Uniqueness3
            | Self::Uniqueness4
            | Self::Uniqueness5
            | Self::Uniqueness6
            | Self::HiddenRectangle
            | Self::UniqueLoop
            | Self::ExtendedRectangle
            | Self::BugPlusOne
            | Self::BugType2
            | Self::BugType3
            | Self::BugType4
            | Self::BruteForce => &[Assumption::OneSolution],
            Self::Pointing
            | Self::Claiming
            | Self::LockedPair
            | Self::LockedTriple
            | Self::EmptyRectangle
            | Self::DualEmptyRectangle
            | Self::SueDeCoq => &[Assumption::OverlappingHouses],
            _ => &[],
        }
    }

    /// Returns whether the technique assumes this.
    #[must_use]
    pub fn assumes(self, assumption: Assumption) -> bool {
        self.assumptions().contains(&assumption)
    }
}

/// An assumption of a technique in addition to the rule that houses hold each digit once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Assumption {
    /// The puzzle has exactly one solution.
    OneSolution,
    /// It is known which digits are givens and which were placed.
    Givens,
    /// Two houses share several cells, as a box and a line do. A Latin square has no such houses.
    OverlappingHouses,
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
