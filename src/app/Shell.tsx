import { Anchor } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onIdle } from '#app/data/at-rest.ts'
import { close, isOpen } from '#app/data/device.ts'
import { homeOf } from '#app/data/home.ts'
import { countUnsent, sending, sendNow } from '#app/data/outbox.ts'
import { followMoves, isAccessDenied, isWorkingSignedOut, onAccessDenied, onSignedOut, refreshAccount, signOut } from '#app/data/session.ts'
import { SignInAgain } from '#app/features/account/SignInAgain.tsx'
import { SendingChip } from '#app/features/outbox/SendingChip.tsx'
import { hasDirtyForm } from '#app/ui/dirty-forms.ts'
import { focusFirstField } from '#app/ui/first-field.ts'
import { returnFocus } from '#app/ui/return-focus.ts'
import { PageSkeleton } from '#app/ui/Skeletons.tsx'
import { toastSuccess } from '#app/ui/toasts.ts'
import type { Account } from '#contract/account.ts'
import { SECOND } from '#domain/time.ts'
import { DemoBanner } from './DemoBanner.tsx'
import { DeskKeys } from './DeskKeys.tsx'
import { DeskNav } from './DeskNav.tsx'
import { HelpLink } from './HelpLink.tsx'
import { InstallHint } from './InstallHint.tsx'
import type { followEvents } from './live-channel.ts'
import { NotificationBell } from './NotificationBell.tsx'
import { deskGroupsOf, placeOf, placesOf } from './navigation.ts'
import { PaperHead } from './PaperHead.tsx'
import { ReviewBadge } from './ReviewBadge.tsx'
import classes from './Shell.module.css'
import { StartDialogs } from './StartDialogs.tsx'
import { UpdateNotice } from './UpdateNotice.tsx'
import { UserMenu } from './UserMenu.tsx'
import { goPlacesOf, useGoKeys } from './use-go-keys.ts'
import { checkForUpdate } from './worker.ts'

const SampleBanner = lazy(() => import('./SampleBanner.tsx'))

/** The phone's layout can be enabled on a large screen. */
const isMobileMode = () => localStorage.getItem('mobileMode') === 'true'

const NOTICE_MS = 10 * SECOND

/** Whether the page itself has been painted, so that the surrounding elements can wait for it. */
function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => onIdle(() => setPainted(true)), [])
  return isPainted
}

/** The frame of every signed-in page: navigation, sync status and user menu. */
export function Shell({ account }: { account: Account }) {
  const { t } = useTranslation('shell')
  const router = useRouter()
  const queryClient = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)
  const places = useMemo(() => placesOf(account), [account])
  const groups = useMemo(() => deskGroupsOf(account), [account])
  const place = useRouterState({ select: ({ location }) => placeOf(places, groups, location.pathname) })
  const goPlaces = useMemo(() => goPlacesOf(groups, places), [groups, places])
  useGoKeys(goPlaces)
  useUpgraded()
  const isPainted = useIsPainted()
  useEffect(() => {
    const machines = places.find(({ name }) => name === 'machines')
    // The most used page, and the slowest to load: it is preloaded.
    if (isPainted && machines) onIdle(() => void router.preloadRoute({ to: machines.to }))
  }, [isPainted, places, router])
  const connection = useQuery(sending()).data?.connection?.state
  const isTooOld = connection === 'app-too-old'
  useEffect(() => {
    if (isTooOld) void checkForUpdate()
  }, [isTooOld])

  // Rights may have changed since this phone's last contact.
  const ask = useCallback(async () => {
    const answer = await refreshAccount()
    if (answer.state === 'answered') await router.invalidate()
    // With unsaved or unsent changes the user stays on the page and decides there.
    if (!isAccessDenied(answer) || isWorkingSignedOut() || hasDirtyForm() || !isOpen() || (await countUnsent()) > 0) return
    const { href, pathname } = router.state.location
    // Of two concurrent responses, the first one has already redirected.
    if (pathname === '/login') return
    await router.navigate({ to: '/login', search: { next: href, ended: true }, replace: true })
  }, [router])
  useEffect(() => {
    void ask()
    window.addEventListener('online', ask)
    return () => window.removeEventListener('online', ask)
  }, [ask])
  const { eventChannelId } = account
  useEffect(
    () => (isLeaving ? undefined : followEventsWhenIdle(queryClient, eventChannelId, () => void ask())),
    [queryClient, eventChannelId, isLeaving, ask],
  )
  // After a new sign-in, a device with notifications keeps them.
  const isManager = account.companyRole === 'ROLE_MANAGER'
  useEffect(() => {
    if (isManager) onIdle(async () => (await import('#app/data/push.ts')).renewSubscription())
  }, [isManager])
  // Or this session was continued elsewhere, and this tab was not notified.
  const isSignedOut = connection === 'signed-out' || connection === 'wrong-account'
  useEffect(() => {
    if (isSignedOut) void ask()
  }, [isSignedOut, ask])
  // The server refused this user's session. Several refusals in a row prompt only once.
  const noticedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(
    () =>
      onAccessDenied(() => {
        if (isSignedOut || isLeaving || isWorkingSignedOut() || Date.now() - noticedAt.current < NOTICE_MS) return
        noticedAt.current = Date.now()
        sendNow()
        void ask()
      }),
    [isSignedOut, isLeaving, ask],
  )

  const leaveBy = useCallback(
    async (way: () => void | Promise<void>) => {
      // The pages are unmounted first, because what they read is about to be closed.
      setLeaving(true)
      await way()
      queryClient.clear()
      await router.navigate({ to: '/login', replace: true })
    },
    [queryClient, router],
  )
  const leave = useCallback(() => leaveBy(signOut), [leaveBy])
  // The user signed out in another tab, which did everything else.
  useEffect(() => (isLeaving ? undefined : onSignedOut(() => void leaveBy(close))), [isLeaving, leaveBy])
  useEffect(followMoves, [])
  useEffect(() => returnFocus(document), [])
  useEffect(() => focusFirstField(document), [])

  return (
    <div className={classes.shell} data-mobile={isMobileMode() || undefined} data-desk={groups.length > 0 || undefined}>
      <Anchor href="#content" className={classes.skip}>
        {t('skip')}
      </Anchor>
      <header className={classes.header} data-shell-header>
        <Link to={homeOf(account)} className={classes.brand} aria-label={t('toHome')}>
          <img src="/icons/favicon.svg" alt="" width={32} height={32} />
          <span className={classes.name}>Roundsman</span>
        </Link>
        <nav aria-label={t('navigation')} className={classes.places}>
          {places.map(({ name, to, Icon, isExact, key }) => (
            <Link
              key={name}
              to={to}
              className={classes.place}
              data-prominent={name === 'scan' || undefined}
              activeOptions={{ exact: isExact ?? false, includeSearch: false }}
              aria-current={name === place ? 'page' : undefined}
              aria-keyshortcuts={`g ${key}`}
            >
              <span className={classes.placeIcon}>
                <Icon size={24} stroke={1.8} aria-hidden />
              </span>
              {t(`place.${name}`)}
              {name === 'dashboard' && isPainted && <ReviewBadge />}
            </Link>
          ))}
        </nav>
        {groups.length > 0 && <DeskNav groups={groups} isPainted={isPainted} />}
        <div className={classes.status}>
          {!isLeaving && (
            <>
              <SendingChip />
              {isPainted && <DeskKeys account={account} groups={groups} places={goPlaces} />}
              {isPainted && <HelpLink />}
              {isManager && (isPainted ? <NotificationBell /> : <div className={classes.menuPlace} />)}
              {isPainted ? <UserMenu account={account} onLeave={leave} /> : <div className={classes.menuPlace} />}
            </>
          )}
        </div>
      </header>
      <main id="content" tabIndex={-1} className={classes.content}>
        {isLeaving ? (
          <PageSkeleton />
        ) : (
          <>
            <PaperHead company={account.companyName} />
            {account.isSample ? (
              <Suspense>
                <SampleBanner />
              </Suspense>
            ) : (
              <DemoBanner account={account} isPainted={isPainted} />
            )}
            {isPainted && (
              <>
                <StartDialogs isManager={account.companyRole === 'ROLE_MANAGER'} onLeave={() => void leave()} />
                <SignInAgain account={account} />
                <UpdateNotice />
                <InstallHint />
              </>
            )}
            {/* Pages are formatted for the company, so they remount if its locale or currency changes. */}
            <Suspense key={`${account.locale} ${account.currency}`} fallback={<PageSkeleton />}>
              <Outlet />
            </Suspense>
          </>
        )}
      </main>
    </div>
  )
}

/** Confirms a successful payment once after the return from the checkout; not again after a reload. */
function useUpgraded(): void {
  const { t } = useTranslation('billing')
  useEffect(() => {
    const address = new URL(location.href)
    if (address.searchParams.get('upgraded') !== '1') return
    address.searchParams.delete('upgraded')
    history.replaceState(history.state, '', address)
    toastSuccess(t('upgraded'))
  }, [t])
}

/** Not needed before the page is rendered. A page that could not load it keeps polling, and one that is being left loads nothing more. */
function followEventsWhenIdle(...args: Parameters<typeof followEvents>): () => void {
  let end = () => {}
  let isOver = false
  onIdle(async () => {
    const live = await import('./live-channel.ts').catch(() => null)
    if (live && !isOver) end = live.followEvents(...args)
  })
  return () => {
    isOver = true
    end()
  }
}
