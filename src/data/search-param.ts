import * as v from 'valibot'

/** A search parameter of a URL. URLs may come from anywhere, so an invalid one is ignored. */
export const searchParam = <S extends v.GenericSchema>(schema: S) => v.optional(v.fallback(v.optional(schema), undefined))
