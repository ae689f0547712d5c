export const MAX_VIEW_NAME_LENGTH = 60
