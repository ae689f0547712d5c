/** The day of the newest announcement of what is new here; its words are in settings.json. */
export const NEWS = '2026-11-22'
