/** The day of the latest announcement; its texts are in settings.json. */
export const NEWS = '2026-11-22'
