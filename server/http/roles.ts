import { sql } from 'drizzle-orm'

// Fragments about a user `u`, who may be a seat of the user `h` of another company. Run them as the system, which can read both.

export const HOME = sql`left join users h on h.company_id = u.home_company_id and h.id = u.home_user_id`

/** The role of a user and their current authorities, which a seat takes from its home company. */
export const ROLES = sql`array_prepend(u.company_role, coalesce(h.authorities, u.authorities))`

/** Whether a user has any access. A seat is valid while its owner has the right to be in that company. */
export const STANDS = sql`(u.enabled and (u.home_company_id is null or coalesce(h.enabled and (
  'ROLE_SUPER_ADMIN' = any(h.authorities)
  or ('ROLE_HQ_MANAGER' = any(h.authorities) and h.company_role = 'ROLE_MANAGER'
    and exists (select from companies b where b.id = u.company_id and b.head_office_id = h.company_id))), false)))`
