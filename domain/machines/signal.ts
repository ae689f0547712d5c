/** Thresholds of the signal bars; a signal is 0 to 1. */
export const SIGNAL_STEPS = [0.1, 0.3, 0.5, 0.7, 0.85] as const
