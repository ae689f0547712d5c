import { AUTHORITIES, COMPANY_ROLES } from '#domain/team/permissions.ts'
import { argumentsOf } from '../server/cli/arguments.ts'
import { exitWith, settingsOrExit } from '../server/cli/command-line.ts'
import { grantRole } from '../server/cli/grant-role.ts'

// Company roles are assigned on the employees screen.
const givable = AUTHORITIES.filter((role) => !COMPANY_ROLES.some((one) => one === role))
const USAGE = `npm run give-role -- --login name --role ${givable.join('|')} [--take]`

const { values } = argumentsOf(USAGE, {
  options: { login: { type: 'string' }, role: { type: 'string' }, take: { type: 'boolean', default: false } },
})
const role = givable.find((one) => one === values.role)
if (values.login === undefined || role === undefined) exitWith(USAGE)
const done = await grantRole(settingsOrExit(), { login: values.login, role, isTaken: values.take })
if ('wrong' in done) exitWith(done.wrong)
console.log(
  `${values.login} of ${done.company} now has ${done.roles.length > 0 ? done.roles.join(', ') : 'no role beyond the company role'}.`,
)
