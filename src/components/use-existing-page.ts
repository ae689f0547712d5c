import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Replaces a page in the address that the list does not have by its last page, for example after the only row of the last page was deleted.
 *
 * @param pages undefined while they are unknown, or those of another filter.
 */
export function useExistingPage(page: number, pages: number | undefined): void {
  const last = Math.max(1, pages ?? page)
  const isBeyond = page > last
  const navigate = useNavigate()
  useEffect(() => {
    if (isBeyond) void navigate({ to: '.', search: (now) => ({ ...now, page: last > 1 ? last : undefined }), replace: true })
  }, [isBeyond, last, navigate])
}
