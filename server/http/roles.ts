import { sql } from 'drizzle-orm'

// Fragments about a person `u`, who may be the seat of somebody `h` of another company. Asked as the house, which sees both.

export const HOME = sql`left join users h on h.company_id = u.home_company_id and h.id = u.home_user_id`

/** What somebody may beyond their role, wherever they sit: as it stands at home now. */
export const ROLES = sql`array_prepend(u.company_role, coalesce(h.authorities, u.authorities))`

/** Whether a person may do anything at all. A seat is as good as the right of whoever sits there to be in that company. */
export const STANDS = sql`(u.enabled and (u.home_company_id is null or coalesce(h.enabled and (
  'ROLE_SUPER_ADMIN' = any(h.authorities)
  or ('ROLE_HQ_MANAGER' = any(h.authorities) and h.company_role = 'ROLE_MANAGER'
    and exists (select from companies b where b.id = u.company_id and b.head_office_id = h.company_id))), false)))`
