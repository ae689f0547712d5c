/** The version in package.json, inserted by the build. */
declare const __APP_VERSION__: string
/** The folders in src/locales. */
declare const __LANGUAGES__: readonly string[]
