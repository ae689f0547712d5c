import type { SelfCheck } from '../self-check/self-check.job.ts'

const WORDS = {
  cash: 'its cash did not equal the sum of its movements',
  days: 'its daily totals did not equal its sales',
  'company-days': 'its daily totals did not equal those of its machines',
  passes: 'the credit of its passes did not equal their movements',
}

/** What a self-check found, for an operator. */
export function selfCheckLines({ mismatches, checked, stale, broken, late, photos, archives }: SelfCheck): string[] {
  const lines = mismatches.map(
    ({ company, point, balance, fold }) =>
      `company ${company}, stock point ${point}: the balance was ${balance}, the sum of its ledger is ${fold}`,
  )
  lines.push(`${checked - mismatches.length} of ${checked} balances were correct.`)
  for (const { company, machine, of } of stale) lines.push(`company ${company}${machine === 0 ? '' : `, machine ${machine}`}: ${WORDS[of]}`)
  for (const { company, entry } of broken)
    lines.push(`company ${company}: the audit log was changed outside of the server, at entry ${entry}`)
  for (const { job, startedAt } of late) {
    const last = new Date(startedAt).toISOString()
    lines.push(`the job ${job} is late: it last started at ${last}; check that a server is running with the correct time`)
  }
  if (photos && 'failure' in photos) lines.push(`Photos were not checked: ${photos.failure}.`)
  else if (photos) {
    for (const { company, photo } of photos.missing) lines.push(`company ${company}: the photo ${photo} is missing in the photo store`)
    for (const key of photos.orphans) lines.push(`the object ${key} in the photo store belongs to no photo`)
  }
  for (const reason of archives) lines.push(`the archive file ${reason}`)
  return lines
}
