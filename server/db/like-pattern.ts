/** What a person typed, to be found anywhere, with nothing in it that `like` would read as a wildcard. */
export const likePattern = (query: string) => `%${query.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
