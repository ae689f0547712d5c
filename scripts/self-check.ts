import { parseArgs } from 'node:util'
import { checkBalances } from '../server/cli/check-balances.ts'
import { leaveWith, settingsOrLeave } from '../server/cli/command-line.ts'

const { values } = parseArgs({ options: { rebuild: { type: 'boolean', default: false } } })
const done = await checkBalances(settingsOrLeave(), { rebuild: values.rebuild })
if ('wrong' in done) leaveWith(done.wrong)
for (const { company, point, balance, fold } of done.unfolded)
  console.log(`company ${company}, stock point ${point}: the balance was ${balance}, the sum of its ledger is ${fold}`)
console.log(`${done.checked - done.unfolded.length} of ${done.checked} balances were correct.`)
const WORDS = {
  cash: 'its cash did not equal the sum of its movements',
  days: 'its daily totals did not equal its sales',
  'company-days': 'its daily totals did not equal those of its machines',
  passes: 'the credit of its passes did not equal their movements',
}
for (const { company, machine, of } of done.astray)
  console.log(`company ${company}${machine === 0 ? '' : `, machine ${machine}`}: ${WORDS[of]}`)
for (const { company, entry } of done.broken)
  console.log(`company ${company}: the audit log was changed outside of the server, at entry ${entry}`)
for (const { job, startedAt } of done.late)
  console.log(
    `the job ${job} is late: it last started at ${new Date(startedAt).toISOString()}; check that a server is running with the correct time`,
  )
if (done.photos && 'failure' in done.photos) console.log(`Photos were not checked: ${done.photos.failure}.`)
else if (done.photos) {
  for (const { company, photo } of done.photos.missing) console.log(`company ${company}: the photo ${photo} is missing in the photo store`)
  for (const key of done.photos.orphans) console.log(`the object ${key} in the photo store belongs to no photo`)
}
const orphans = done.photos && 'orphans' in done.photos ? done.photos.orphans.length : 0
if (done.unfolded.length + done.astray.length + orphans > 0 && !values.rebuild)
  leaveWith('npm run self-check -- --rebuild corrects the others.')
if (done.broken.length > 0) leaveWith('An audit log cannot be repaired: compare it with a backup.')
