/**
 * For short-lived processes that open an embedded database: its WebAssembly is compiled without optimization, because optimizing it takes
 * more than a second of processor time in each of them, which their few statements do not regain.
 */
export const QUICK_ENGINE = ['--liftoff-only']
