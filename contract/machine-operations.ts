import * as v from 'valibot'
import { CollectionBody } from './collections.ts'
import { endpoint } from './endpoint.ts'
import { text } from './fields.ts'
import { MAX_NOTE_LENGTH, MachineParams } from './machines.ts'

export const NoteText = v.object({ note: text(MAX_NOTE_LENGTH) })

/** Response of an operation on a machine that moves no stock. */
export const Noted = { operationId: v.string(), warnings: v.array(v.looseObject({ code: v.string() })) }

export const writeNote = endpoint({
  name: 'writeNote',
  method: 'PUT',
  path: '/machines/:id/note',
  who: 'anyone',
  summary: 'Set the note of a machine; the note that was written last wins, whatever the order of arrival',
  params: MachineParams,
  body: NoteText,
  answer: v.object({ ...Noted, note: v.nullable(v.string()) }),
  operation: true,
  refusals: ['MACHINE_NOT_FOUND'],
})

export const withdrawCash = endpoint({
  name: 'withdrawCash',
  method: 'POST',
  path: '/machines/:id/cash-withdraws',
  who: 'anyone',
  summary:
    'Record that the cash box was emptied, at Occurred-At; its content is computed from the sales until then. The body is optional: bag, float, reading and blind count of the collection',
  params: MachineParams,
  body: CollectionBody,
  answer: v.object(Noted),
  operation: true,
  refusals: ['MACHINE_NOT_FOUND'],
})
