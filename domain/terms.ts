/** The date of the current terms of service: companies that accepted earlier ones are asked again. */
export const TERMS_VERSION = '2026-11-01'
