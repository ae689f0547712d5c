import { expect, it } from 'vitest'
import { MAX_KEYS } from '#contract/keys.ts'
import { MAX_WEBHOOKS } from '#contract/webhooks.ts'
import { twoCompaniesOn } from '../../tests/support/two-companies.ts'
import { waitingLocks } from '../../tests/support/waiting-locks.ts'
import { lockCompanyRow } from './company-settings.ts'

const key = (index: number) => ({ name: `Till ${index}`, scopes: ['passes:read'] })
const webhook = (index: number) => ({ url: `https://example.com/${index}`, kinds: ['issue.filed'] })

// On the embedded database transactions run one after another.
it.for([
  { url: '/api-keys', body: key, most: MAX_KEYS, code: 'TOO_MANY_KEYS' },
  { url: '/webhooks', body: webhook, most: MAX_WEBHOOKS, code: 'TOO_MANY_WEBHOOKS' },
  { url: '/groups', body: () => ({ name: 'North' }), most: 1, code: 'GROUP_EXISTS' },
])('of two requests to $url in the same moment, only one gets the last place', async ({ url, body, most, code }, { skip }) => {
  const world = await twoCompaniesOn('postgresql')
  if ('missing' in world) return skip(world.missing)
  try {
    const { ctx, company, manager } = world
    const add = (index: number) => manager.call('POST', url, body(index))
    for (let index = 1; index < most; index++) expect((await add(index)).statusCode).toBe(201)
    let answered = 0
    let sent: ReturnType<typeof add>[] = []
    const wait = async () => answered + (await waitingLocks(ctx.database))
    await ctx.database.withTenant(company, async (db) => {
      await lockCompanyRow(db, company)
      sent = [most, most + 1].map((index) =>
        add(index).finally(() => {
          answered++
        }),
      )
      await expect.poll(wait).toBe(2)
    })
    const [taken, refused] = (await Promise.all(sent)).toSorted((a, b) => a.statusCode - b.statusCode)
    expect([taken?.statusCode, refused?.json().code]).toEqual([201, code])
  } finally {
    await world.close()
  }
})
