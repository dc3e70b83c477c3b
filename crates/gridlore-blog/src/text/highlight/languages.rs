//! The lexical rules of each language.

/// Families of languages that share the rules for strings, names and calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    /// Calls have the form `name(`.
    Braces,
    /// Calls have the form `(name`; names can contain nearly any character.
    Lisp,
    Prolog,
    Shell,
}

#[derive(Debug)]
pub(super) struct Language {
    pub(super) names: &'static [&'static str],
    pub(super) family: Family,
    pub(super) line_comments: &'static [&'static str],
    /// Opening and closing delimiters. Block comments nest in Lisp dialects.
    pub(super) block_comment: Option<(&'static str, &'static str)>,
    /// Quotation marks of strings, longer marks first.
    pub(super) quotes: &'static [&'static str],
    pub(super) keywords: &'static [&'static str],
    /// Words that precede a name that is being defined.
    pub(super) definers: &'static [&'static str],
    pub(super) constants: &'static [&'static str],
}

#[rustfmt::skip]
pub(super) const LANGUAGES: &[Language] = &[
    Language {
        names: &["prolog", "pl", "swipl", "clpfd"],
        family: Family::Prolog,
        // The Prolog engine’s own lexer handles it.
        line_comments: &[],
        block_comment: None,
        quotes: &[],
        keywords: &[],
        definers: &[],
        constants: &[],
    },
    Language {
        names: &["clojure", "clj", "cljs", "cljc", "edn"],
        family: Family::Lisp,
        line_comments: &[";"],
        block_comment: None,
        quotes: &["\""],
        keywords: &[
            "if", "if-not", "if-let", "if-some", "when", "when-not", "when-let", "when-first", "cond",
            "condp", "case", "do", "let", "letfn", "loop", "recur", "fn", "for", "doseq", "dotimes",
            "while", "try", "catch", "finally", "throw", "ns", "require", "import", "quote", "var",
            "new", "set!", "->", "->>", "as->", "some->", "some->>", "cond->", "binding", "with-open",
            "and", "or", "lazy-seq", "comment",
        ],
        definers: &[
            "def", "defn", "defn-", "defmacro", "defmulti", "defmethod", "defprotocol", "defrecord",
            "deftype", "defonce", "declare",
        ],
        constants: &["true", "false", "nil"],
    },
    Language {
        names: &["commonlisp", "common-lisp", "lisp", "cl", "elisp", "emacs-lisp"],
        family: Family::Lisp,
        line_comments: &[";"],
        block_comment: Some(("#|", "|#")),
        quotes: &["\""],
        keywords: &[
            "if", "when", "unless", "cond", "case", "ecase", "typecase", "progn", "prog1", "let",
            "let*", "flet", "labels", "macrolet", "lambda", "loop", "do", "dolist", "dotimes",
            "return", "return-from", "block", "tagbody", "go", "catch", "throw", "unwind-protect",
            "handler-case", "setf", "setq", "quote", "function", "and", "or", "multiple-value-bind",
            "destructuring-bind", "declare", "in-package", "with-open-file", "with-slots", "incf",
            "decf", "push", "pop",
        ],
        definers: &[
            "defun", "defmacro", "defvar", "defparameter", "defconstant", "defclass", "defstruct",
            "defgeneric", "defmethod", "defpackage", "deftype",
        ],
        constants: &["t", "nil"],
    },
    Language {
        names: &["scheme", "scm", "racket", "rkt", "guile"],
        family: Family::Lisp,
        line_comments: &[";"],
        block_comment: Some(("#|", "|#")),
        quotes: &["\""],
        keywords: &[
            "if", "when", "unless", "cond", "case", "else", "begin", "let", "let*", "letrec",
            "letrec*", "let-values", "lambda", "do", "delay", "set!", "quote", "quasiquote", "unquote",
            "and", "or", "call/cc", "call-with-current-continuation", "dynamic-wind", "syntax-rules",
            "let-syntax", "import", "export", "require", "provide", "guard", "parameterize", "for",
            "for/list", "match",
        ],
        definers: &[
            "define", "define-syntax", "define-record-type", "define-values", "define-library",
            "struct",
        ],
        constants: &["#t", "#f", "#true", "#false"],
    },
    Language {
        names: &["rust", "rs"],
        family: Family::Braces,
        line_comments: &["//"],
        block_comment: Some(("/*", "*/")),
        quotes: &["\""],
        keywords: &[
            "as", "async", "await", "break", "const", "continue", "crate", "dyn", "else", "extern",
            "for", "if", "impl", "in", "let", "loop", "match", "move", "mut", "pub", "ref", "return",
            "self", "Self", "static", "super", "unsafe", "use", "where", "while",
        ],
        definers: &["fn", "struct", "enum", "trait", "type", "mod", "union", "macro_rules!"],
        constants: &["true", "false", "None"],
    },
    Language {
        names: &["python", "py"],
        family: Family::Braces,
        line_comments: &["#"],
        block_comment: None,
        quotes: &["\"\"\"", "'''", "\"", "'"],
        keywords: &[
            "and", "as", "assert", "async", "await", "break", "case", "continue", "del", "elif",
            "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda",
            "match", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with",
            "yield",
        ],
        definers: &["def", "class"],
        constants: &["True", "False", "None", "self"],
    },
    Language {
        names: &["shell", "sh", "bash", "zsh", "console"],
        family: Family::Shell,
        line_comments: &["#"],
        block_comment: None,
        quotes: &["\"", "'"],
        keywords: &[
            "if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac",
            "in", "select", "local", "export", "return", "exit", "set", "readonly", "trap", "source",
        ],
        definers: &["function"],
        constants: &["true", "false"],
    },
    Language {
        names: &["javascript", "js", "mjs", "typescript", "ts"],
        family: Family::Braces,
        line_comments: &["//"],
        block_comment: Some(("/*", "*/")),
        quotes: &["\"", "'", "`"],
        keywords: &[
            "as", "async", "await", "break", "case", "catch", "const", "continue", "default", "delete",
            "do", "else", "export", "extends", "finally", "for", "from", "if", "import", "in",
            "instanceof", "let", "new", "of", "return", "static", "switch", "throw", "try", "typeof",
            "var", "void", "while", "yield",
        ],
        definers: &["function", "class", "interface", "type", "enum"],
        constants: &["true", "false", "null", "undefined", "this", "super"],
    },
    Language {
        names: &["c", "h", "cpp", "c++", "java"],
        family: Family::Braces,
        line_comments: &["//"],
        block_comment: Some(("/*", "*/")),
        quotes: &["\"", "'"],
        keywords: &[
            "break", "case", "char", "const", "continue", "default", "do", "double", "else", "extern",
            "float", "for", "goto", "if", "inline", "int", "long", "private", "public", "register",
            "return", "short", "signed", "sizeof", "static", "switch", "typedef", "unsigned", "void",
            "volatile", "while", "#include", "#define", "#if", "#ifdef", "#ifndef", "#else", "#endif",
        ],
        definers: &["struct", "enum", "union", "class"],
        constants: &["true", "false", "NULL", "nullptr", "null", "this"],
    },
    Language {
        names: &["json", "toml", "yaml", "yml", "ini"],
        family: Family::Braces,
        line_comments: &["#"],
        block_comment: None,
        quotes: &["\"\"\"", "'''", "\"", "'"],
        keywords: &[],
        definers: &[],
        constants: &["true", "false", "null"],
    },
];
