/** A button without a background whose text begins and ends where the texts above it do. */
export const FLUSH = { variant: 'subtle', px: 'xs', mx: 'calc(-1 * var(--mantine-spacing-xs))' } as const
