/** A `like` pattern that finds user input anywhere, with its wildcards escaped. */
export const likePattern = (query: string) => `%${query.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
