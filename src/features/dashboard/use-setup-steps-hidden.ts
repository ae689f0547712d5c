import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { accountSettings, changeAccountSettings } from '#app/data/account.ts'
import { recall, remember } from '#app/data/local-settings.ts'

/**
 * Whether the user has hidden the setup steps, and a function that hides or shows them on all devices of the user. This device has a copy for
 * times without a network, and its last choice is sent when the server responds.
 */
export function useSetupStepsHidden(userId: number): [boolean, (is: boolean) => void] {
  const [copy, unsent] = [`setupStepsHidden/${userId}`, `setupStepsHidden/${userId}/unsent`]
  const [isHidden, setHidden] = useState(() => recall(copy) === 'true')
  const { data: settings } = useQuery(accountSettings())
  const { mutate } = useMutation(changeAccountSettings)
  const saved = settings?.setupStepsHidden
  const isKnown = settings !== undefined
  useEffect(() => {
    if (!isKnown) return
    // Earlier versions of the app stored the choice on the device only.
    const isOwn = recall(unsent) === 'true' || (saved === undefined && recall(copy) !== null)
    if (isOwn) {
      const body = { key: crypto.randomUUID(), setupStepsHidden: recall(copy) === 'true' }
      mutate(body, { onSuccess: () => void remember(unsent, 'false') })
    } else if (saved !== undefined) {
      remember(copy, String(saved))
      setHidden(saved)
    }
  }, [isKnown, saved, copy, unsent, mutate])
  const hide = (is: boolean) => {
    remember(copy, String(is))
    remember(unsent, 'true')
    setHidden(is)
    mutate({ key: crypto.randomUUID(), setupStepsHidden: is }, { onSuccess: () => void remember(unsent, 'false') })
  }
  return [isHidden, hide]
}
