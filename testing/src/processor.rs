//! The processor time of the current thread.

use std::time::Duration;

/// Returns the processor time that the current thread has used.
///
/// Bounds on it hold on a busy machine, too, where the time on the clock also depends on other
/// programs.
///
/// # Panics
/// Panics if the system reports a negative time.
#[must_use]
pub fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).expect("a time that is not negative")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleep_takes_no_processor_time_and_work_does() {
        let start = processor_time();
        std::thread::sleep(Duration::from_millis(50));
        assert!(processor_time() - start < Duration::from_millis(40));
        let end = processor_time() + Duration::from_millis(20);
        let mut rounds = 0_u64;
        while processor_time() < end {
            rounds += 1;
        }
        assert!(rounds > 0);
    }
}
