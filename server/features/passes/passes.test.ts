import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import readExcelFile from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PassBody } from '#contract/passes.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'

let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies()
})
afterAll(() => world.close())

const a = (cardIdentifier: string, more: Partial<PassBody> = {}): PassBody => ({
  cardIdentifier,
  holderName: `Holder of ${cardIdentifier}`,
  creditAmount: 20,
  recurringCreditAmount: 5,
  ...more,
})
const add = (cardIdentifier: string, more: Partial<PassBody> = {}, call = world.manager.call) =>
  call('POST', '/passes', a(cardIdentifier, more))
const change = (card: string, body: unknown, call = world.manager.call) => call('PATCH', `/passes/${encodeURIComponent(card)}`, body)
const read = async (card: string) => (await world.manager.call('GET', `/passes/${encodeURIComponent(card)}`)).json().data
const clear = () =>
  world.ctx.database.owner.execute(sql`update passes set deleted_at = now() where deleted_at is null and company_id = ${world.company}`)

/** Every card with the sum of its movements. */
const ledger = () =>
  rowsOf<{ card: string; balance: number; sum: number; movements: number }>(
    world.ctx.database.owner,
    sql`select p.card_identifier as card, p.balance_minor::float8 as balance, coalesce(sum(m.amount_minor), 0)::float8 as sum, count(m.id)::int as movements
      from passes p left join pass_movements m on m.company_id = p.company_id and m.pass_id = p.id
      where p.company_id = ${world.company} and p.deleted_at is null group by p.id, p.card_identifier, p.balance_minor order by 1`,
  )

describe('card', () => {
  test('is created, read, changed and deleted, each with its movement', async () => {
    expect((await add('A-100/7 ä')).json().data).toMatchObject({ ...a('A-100/7 ä'), isActive: true })
    expect((await change('A-100/7 ä', { creditAmount: 12.5, creditBefore: 20, isActive: false })).json().data).toMatchObject({
      creditAmount: 12.5,
      isActive: false,
      recurringCreditAmount: 5,
    })
    const [kept] = await ledger()
    expect(kept).toEqual({ card: 'A-100/7 ä', balance: 1250, sum: 1250, movements: 2 })
    expect((await world.manager.call('DELETE', `/passes/${encodeURIComponent('A-100/7 ä')}`)).statusCode).toBe(200)
    expect((await change('A-100/7 ä', { holderName: 'Nobody' })).json().code).toBe('PASS_NOT_FOUND')
    // Its number can be used again and starts at zero.
    expect((await add('A-100/7 ä', { creditAmount: 0 })).statusCode).toBe(201)
    expect((await ledger())[0]).toMatchObject({ balance: 0, movements: 0 })
    await clear()
  })

  test('is created once, with a number unique within the company', async () => {
    expect((await add('twice')).statusCode).toBe(201)
    expect((await add('twice')).json().code).toBe('PASS_EXISTS')
    expect((await add('twice', {}, world.rival.call)).statusCode).toBe(201)
    expect((await change('twice', { creditAmount: 1 }, world.rival.call)).statusCode).toBe(200)
    expect((await read('twice')).creditAmount).toBe(20)
    expect((await add('other', {}, world.serviceman.call)).statusCode).toBe(403)
    await clear()
  })

  test('is read by a number of 200 emoji', async () => {
    const number = '🂡'.repeat(200)
    expect((await add(number, { holderName: 'Ann' })).statusCode).toBe(201)
    const answer = await world.manager.call('GET', `/passes/${encodeURIComponent(number)}`)
    expect(answer.json().data).toMatchObject({ cardIdentifier: number })
    await clear()
  })

  test.each([
    ['a number of two characters', { cardIdentifier: 'ab' }],
    ['a number of 201 characters', { cardIdentifier: 'x'.repeat(201) }],
    ['a number that is an API path', { cardIdentifier: 'credits' }],
    ['no holder', { holderName: ' ' }],
    ['negative credit', { creditAmount: -1 }],
    ['credit above the maximum balance', { creditAmount: 5_000.01 }],
    ['recurring credit above the limit', { recurringCreditAmount: 1_000.01 }],
    ['half a cent', { creditAmount: 1.005 }],
  ])('is not created with %s', async (_, more) => {
    const line = a('wrong', more)
    expect((await world.manager.call('POST', '/passes', line)).json()).toMatchObject({ status: 422, code: 'INVALID' })
  })

  test('balance is not overwritten from an outdated view', async () => {
    await add('seen')
    await world.manager.call('PATCH', '/passes/credits', { funds: 3 })
    expect((await change('seen', { creditAmount: 10, creditBefore: 20 })).json()).toMatchObject({
      code: 'PASS_CHANGED',
      details: { creditAmount: 23 },
    })
    // Changing only the holder's name does not change the credit.
    expect((await change('seen', { holderName: 'Ann' })).json().data).toMatchObject({ holderName: 'Ann', creditAmount: 23 })
    await clear()
  })
})

describe('card list', () => {
  test('is paginated by holder and searchable by card and holder', async () => {
    for (const name of ['Cleo', 'Ann', 'bert']) await add(`${name}-1`, { holderName: `${name} 100%` })
    const of = async (query: string) => (await world.manager.call('GET', `/passes?${query}`)).json()
    expect((await of('size=2')).data.map(({ holderName }: PassBody) => holderName)).toEqual(['Ann 100%', 'bert 100%'])
    expect((await of('size=2&page=1')).pageDetails).toMatchObject({ totalElements: 3, totalPages: 2, hasNext: false })
    expect((await of('query=LEO-1')).data).toHaveLength(1)
    expect((await of('query=100%25')).data).toHaveLength(3)
    expect((await of('query=_')).data).toHaveLength(0)
    expect((await of('')).pageDetails.size).toBe(50)
    await clear()
  })

  test('exports a table that escapes formulas and can be imported again', async () => {
    await add('=1+1', { holderName: '@SUM(A1)', creditAmount: 7.25, isActive: false })
    const { downloadUrl } = (await world.manager.call('GET', '/passes?exportType=xlsx&locale=en')).json().data
    const file = (await world.anonymous('GET', downloadUrl.replace('/api', ''))).rawPayload
    const [sheet] = await readExcelFile(file)
    expect(sheet?.data[1]?.slice(0, 5)).toEqual(['=1+1', '@SUM(A1)', 7.25, 5, 'No'])
    await clear()
    expect((await world.manager.call('POST', '/passes/import', { content: file.toString('base64') })).json().data).toEqual({
      imported: 1,
      updated: 0,
      creditKept: 0,
    })
    expect(await read('=1+1')).toMatchObject({ holderName: '@SUM(A1)', creditAmount: 7.25, recurringCreditAmount: 5, isActive: false })
    await clear()
  })
})

describe('top-up of all cards', () => {
  test('adds recurring credit or a fixed amount to active cards only', async () => {
    await add('one', { recurringCreditAmount: 5 })
    await add('two', { recurringCreditAmount: 0 })
    await add('off', { isActive: false })
    const topUp = async (body?: unknown) => (await world.manager.call('PATCH', '/passes/credits', body)).json().data
    expect(await topUp()).toEqual({ toppedUp: 1, capped: 0, total: 5 })
    expect(await topUp({ funds: 1.5 })).toEqual({ toppedUp: 2, capped: 0, total: 3 })
    expect((await ledger()).map(({ card, balance, sum }) => [card, balance, sum])).toEqual([
      ['off', 2000, 2000],
      ['one', 2650, 2650],
      ['two', 2150, 2150],
    ])
    await clear()
  })

  test('is capped at the maximum balance and reports reduced amounts', async () => {
    await add('nearly full', { creditAmount: 4_999, recurringCreditAmount: 5 })
    await add('full', { creditAmount: 5_000 })
    expect((await world.manager.call('PATCH', '/passes/credits')).json().data).toEqual({ toppedUp: 1, capped: 2, total: 1 })
    await clear()
  })

  test.each([0, -1, 200, 0.001, '5'])('is rejected with %s', async (funds) => {
    expect((await world.manager.call('PATCH', '/passes/credits', { funds })).json()).toMatchObject({ status: 422 })
  })

  test('counts once if the request is retried', async () => {
    await add('once', { recurringCreditAmount: 5 })
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => world.manager.call('PATCH', '/passes/credits', {}, headers)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect((await read('once')).creditAmount).toBe(25)
    await clear()
  })

  test('by fifty concurrent users keeps every amount despite card changes', async () => {
    const cards = ['writer 1', 'writer 2', 'writer 3', 'writer 4']
    for (const card of cards) await add(card, { creditAmount: 100, recurringCreditAmount: 2 })
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        if (index % 5 === 4) return { what: 'name', answer: await change(cards[index % 4] ?? '', { holderName: `Name ${index}` }) }
        if (index % 5 === 3) return { what: 'set', answer: await change('writer 1', { creditAmount: 100, creditBefore: 100 + index }) }
        const body = index % 2 ? { funds: 0.5 } : undefined
        return { what: index % 2 ? 'funds' : 'recurring', answer: await world.manager.call('PATCH', '/passes/credits', body) }
      }),
    )
    for (const { what, answer } of answers)
      expect([what, answer.statusCode, answer.json().code]).toEqual(
        what === 'set' && answer.statusCode === 409 ? ['set', 409, 'PASS_CHANGED'] : [what, 200, undefined],
      )
    const count = (kind: string) => answers.filter(({ what }) => what === kind).length
    const expected = 10_000 + count('funds') * 50 + count('recurring') * 200
    const after = await ledger()
    for (const { balance, sum } of after) expect(balance).toBe(sum)
    // The other cards were not changed.
    expect(after.slice(1).map(({ balance }) => balance)).toEqual([expected, expected, expected])
    await clear()
  })
})

describe('card file', () => {
  const bring = (text: string) => world.manager.call('POST', '/passes/import', { content: Buffer.from(text).toString('base64') })

  const bringForm = async (form: FormData) => {
    const sent = new Response(form)
    return world.app.inject({
      method: 'POST',
      url: '/api/passes/import',
      headers: { ...world.manager.signIn, 'content-type': sent.headers.get('content-type') ?? '' },
      payload: Buffer.from(await sent.arrayBuffer()),
    })
  }

  test('is accepted as a multipart form', async () => {
    const form = new FormData()
    form.append(
      'file',
      new Blob(['Card number;Holder;Credit (EUR);Recurring credit;Active\nF-1;Ann;1,50;2;yes\nF-2;Bert;0;;no']),
      'cards.csv',
    )
    const answer = await bringForm(form)
    expect(answer.json().data).toEqual({ imported: 2, updated: 0, creditKept: 0 })
    expect(await read('F-1')).toMatchObject({ creditAmount: 1.5, recurringCreditAmount: 2, isActive: true })
    expect(await read('F-2')).toMatchObject({ creditAmount: 0, recurringCreditAmount: 0, isActive: false })
    expect((await ledger()).map(({ balance, sum }) => balance === sum)).toEqual([true, true])
    await clear()
  })

  test('changes existing cards but not their credit', async () => {
    await add('E-1', { holderName: 'Ann', creditAmount: 7 })
    await add('E-2', { holderName: 'Bert', creditAmount: 3 })
    const { downloadUrl } = (await world.manager.call('GET', '/passes?exportType=xlsx&locale=en')).json().data
    const file = (await world.anonymous('GET', downloadUrl.replace('/api', ''))).rawPayload
    const again = await world.manager.call('POST', '/passes/import', { content: file.toString('base64') })
    expect(again.json().data).toEqual({ imported: 0, updated: 0, creditKept: 0 })
    const changed = await bring('card;holder;credit;active\nE-1;Anna;9;no\nE-2;Bert;3;yes\nE-3;Cleo;1;yes')
    expect(changed.json().data).toEqual({ imported: 1, updated: 1, creditKept: 1 })
    expect(await read('E-1')).toMatchObject({ holderName: 'Anna', creditAmount: 7, recurringCreditAmount: 5, isActive: false })
    expect((await world.rival.call('GET', '/passes/E-1')).statusCode).toBe(404)
    await clear()
  })

  test('refuses a credit with a sign of debit', async () => {
    expect((await bring('card;holder;credit\nE-9;Ann;1.00 DR')).statusCode).toBe(422)
  })

  test('reads Null and Nan as names, and words of databases as missing values', async () => {
    expect((await bring('card;holder;credit;recurring credit\nE-1;Null;1;NULL\nE-2;Nan;1;nan')).json().data).toMatchObject({ imported: 2 })
    expect([(await read('E-1')).holderName, (await read('E-2')).holderName]).toEqual(['Null', 'Nan'])
    await clear()
    const unnamed = await bring('card;holder;credit\nE-1;NULL;1\nE-2;nan;1')
    expect(unnamed.json().details.problems).toEqual([
      { row: 2, field: 'holderName', code: 'MISSING', value: 'NULL' },
      { row: 3, field: 'holderName', code: 'MISSING', value: 'nan' },
    ])
  })

  test('reads the decimal mark of the whole file and refuses amounts that could be thousands', async () => {
    await bring('card;holder;credit\nE-1;Ann;1.234\nE-2;Bert;2,50')
    expect((await read('E-1')).creditAmount).toBe(1_234)
    await clear()
    const unclear = await bring('card;holder;credit\nE-1;Ann;1,234\nE-2;Bert;2')
    expect(unclear.json().details.problems).toEqual([{ row: 2, field: 'creditAmount', code: 'NOT_A_NUMBER', value: '1,234' }])
    expect(await ledger()).toEqual([])
  })

  test('with invalid rows is rejected as a whole and lists each row', async () => {
    await add('there')
    const answer = await bring(
      [
        'card;holder;credit;recurring credit;active',
        'good;Ann;1;1;yes',
        ';Bert;1;;',
        'there;Cleo;1;;',
        'x;Dan;1;;',
        'good;Eve;many;;',
        'high;Finn;5000.5;1001;maybe',
        'cent;;1.005;;',
      ].join('\n'),
    )
    expect(answer.json()).toMatchObject({ status: 422, code: 'IMPORT_INVALID', detail: '5 rows cannot be imported.' })
    expect(answer.json().details.problems.map(({ row, field, code }: Record<string, unknown>) => [row, field, code])).toEqual([
      [3, 'cardIdentifier', 'MISSING'],
      [5, 'cardIdentifier', 'OUT_OF_RANGE'],
      [6, 'creditAmount', 'NOT_A_NUMBER'],
      [6, 'cardIdentifier', 'TWICE'],
      [7, 'isActive', 'UNKNOWN_WORD'],
      [7, 'creditAmount', 'OUT_OF_RANGE'],
      [7, 'recurringCreditAmount', 'OUT_OF_RANGE'],
      [8, 'holderName', 'MISSING'],
      [8, 'creditAmount', 'OUT_OF_RANGE'],
    ])
    expect((await bring('card;holder;credit')).json()).toMatchObject({ code: 'IMPORT_INVALID', detail: 'The file has no rows.' })
    expect((await ledger()).map(({ card }) => card)).toEqual(['there'])
    await clear()
  })

  test('is rejected as a whole if one card was created concurrently', async () => {
    // Simulates the database's response to the second of two inserts.
    await world.ctx.database.owner.execute(sql`create function pass_by() returns trigger language plpgsql as 'begin return null; end'`)
    await world.ctx.database.owner.execute(
      sql`create trigger just_given before insert on passes for each row when (new.card_identifier = 'just given') execute function pass_by()`,
    )
    const answer = await bring('card;holder;credit\nfirst;Ann;1\njust given;Bert;2')
    await world.ctx.database.owner.execute(sql`drop trigger just_given on passes`)
    expect(answer.json()).toMatchObject({ status: 422, code: 'IMPORT_INVALID' })
    expect(answer.json().details.problems).toEqual([{ row: 3, field: 'cardIdentifier', code: 'ALREADY_THERE', value: 'just given' }])
    expect(await ledger()).toEqual([])
  })

  test('in a form with other fields or several files is rejected', async () => {
    const formOf = (...names: string[]) => {
      const form = new FormData()
      for (const name of names) form.append(name, new Blob(['Card number;Holder\nG-1;Ann']), 'cards.csv')
      return form
    }
    const unknown = await bringForm(formOf('file', 'dryRun'))
    expect([unknown.statusCode, unknown.json().errors]).toEqual([422, [{ path: 'dryRun', message: 'unknown field' }]])
    for (const names of [['file', 'file'], ['file', 'content'], ['content']])
      expect([names, (await bringForm(formOf(...names))).statusCode]).toEqual([names, 400])
    expect((await bringForm(formOf('card'))).statusCode).toBe(422)
  })

  test('that is not a table is rejected', async () => {
    expect((await bring('')).json().code).toBe('IMPORT_UNREADABLE')
    expect((await bring('PK\u0003\u0004no archive')).json().code).toBe('IMPORT_UNREADABLE')
    const headers = { ...world.manager.signIn, 'content-type': 'multipart/form-data; boundary=x' }
    const broken = await world.app.inject({ method: 'POST', url: '/api/passes/import', headers, payload: '--x\r\nbroken' })
    expect(broken.statusCode).toBe(400)
  })
})
