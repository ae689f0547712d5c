/** The date of the terms of service that are in force: whoever accepted earlier ones is asked anew. */
export const TERMS_VERSION = '2026-11-01'
