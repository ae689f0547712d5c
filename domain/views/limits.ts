/** Views of one user and list. */
export const MAX_VIEWS = 50
export const MAX_VIEW_NAME_LENGTH = 60
