import { ALL_CALLERS } from './people.ts'
import { allRequests, send } from './requests.ts'
import { COST } from './test-values.ts'
import type { World } from './world.ts'

/** Field names of money. A serviceman may see the price in a slot, and `shareAmount` is how much of an ingredient a drink takes. */
const MONEY = /cash|turnover|revenue|cost|amount|profit|margin|price|money|balance_?minor|minor$|^(drr|mrr)$/i
const NO_MONEY = ['vendPrice', 'shareAmount']

/** The notations of a cost. */
const FIGURES = [String(COST), String(COST / 100)]

const isMoney = (key: string) => MONEY.test(key) && !NO_MONEY.includes(key)

/** Every response to a user who is no manager: the money in it, one line each. */
export async function exposedMoney(world: World): Promise<string[]> {
  const { principals, facts, tokens, app } = world
  const found: string[] = []
  for (const who of ALL_CALLERS) {
    const { rights, company, headers } = principals[who]
    if (!rights || rights.companyRole === 'ROLE_MANAGER') continue
    for (const place of ['assigned', 'elsewhere'] as const) {
      for (const request of allRequests({ facts: facts[company ?? 'ours'][place], tokens, asker: `${who} money` })) {
        if (request.endpoint.name === 'openapi') continue
        const { body } = await send(app, request, headers)
        found.push(...moneyIn(body).map((money) => `${request.name} tells ${who} ${money}`))
      }
    }
  }
  return found
}

/** The number of pieces in and out also has a name of money. */
const withoutPieces = (body: string) => body.replaceAll(/"kind":"(delta|count)","amount":/g, '')

export const moneyIn = (body: string): string[] => [
  ...[...withoutPieces(body).matchAll(/"(\w+)":/g)].flatMap(([, key = '']) => (isMoney(key) ? [key] : [])),
  ...FIGURES.filter((figure) => body.includes(figure)),
]
