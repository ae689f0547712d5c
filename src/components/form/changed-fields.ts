/**
 * The fields of a dialog that differ from what it opened with. The others are not sent, because another user may have changed them since.
 */
export const changedFields = <T extends object>(values: T, before: Readonly<Partial<T>>): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T])),
  ) as Partial<T>
