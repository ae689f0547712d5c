import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { text } from './fields.ts'

export const sendFeedback = endpoint({
  name: 'sendFeedback',
  method: 'POST',
  path: '/feedback',
  who: 'anyone',
  summary: 'Send feedback about the app; unavailable if the server has no feedback address',
  body: v.object({ text: v.pipe(text(4000), v.nonEmpty('must not be empty')) }),
  answer: v.object({}),
  refusals: ['NOT_FOUND', 'OVERLOADED'],
})
