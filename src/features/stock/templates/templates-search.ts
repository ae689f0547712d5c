import * as v from 'valibot'
import { MAX_PREVIEWED_MACHINES } from '#contract/templates.ts'

const AnId = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
/** URLs may come from anywhere: invalid parameters are ignored. */
const given = <S extends v.GenericSchema>(schema: S) => v.optional(v.fallback(v.optional(schema), undefined))

/** The opened template; the machines that it is applied to, or that they are being chosen. */
export const TemplatesSearch = v.object({
  template: given(AnId),
  machines: given(v.pipe(v.array(AnId), v.minLength(1), v.maxLength(MAX_PREVIEWED_MACHINES))),
  choose: given(v.literal(true)),
})
