/**
 * For processes that open an embedded database and soon end: its WebAssembly is compiled once and not optimized, because optimizing it
 * takes more than a second of processor time in each of them, which their few statements do not regain.
 */
export const QUICK_ENGINE = ['--liftoff-only']
