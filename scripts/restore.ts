import { argumentsOf } from '../server/cli/arguments.ts'
import { exitWith, settingsOrExit } from '../server/cli/command-line.ts'
import { restore, restoreArchived } from '../server/cli/restore.ts'

const USAGE = 'npm run restore -- --from file [--confirm], or --archive-of company'

const { values } = argumentsOf(USAGE, {
  options: { from: { type: 'string' }, confirm: { type: 'boolean', default: false }, 'archive-of': { type: 'string' } },
})
if (values['archive-of'] !== undefined) await putArchiveBack(Number(values['archive-of']))
if (values.from === undefined) exitWith(USAGE)
const done = await restore(settingsOrExit(), values.from, { confirmed: values.confirm })
if ('wrong' in done) exitWith(done.wrong)
console.log(`The database is restored to ${done.madeAt}. All users have to sign in again; then their devices resend what the backup lacks.`)
if (done.photosElsewhere > 0)
  console.log(
    `${done.photosElsewhere} photos are in the photo store and not in the file; npm run self-check lists those that are missing there.`,
  )

async function putArchiveBack(company: number): Promise<never> {
  if (!Number.isSafeInteger(company)) exitWith('npm run restore -- --archive-of company, by its number')
  const put = await restoreArchived(settingsOrExit(), company)
  if ('wrong' in put) exitWith(put.wrong)
  console.log(`${put.rows} rows of ${put.files} files are in the database again. The company keeps all months until a manager changes it.`)
  process.exit(0)
}
