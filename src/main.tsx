import './app/mantine.css.ts'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, Navigate, RouterProvider } from '@tanstack/react-router'
import i18n from 'i18next'
import { createRoot } from 'react-dom/client'
import { FailedScreen } from './app/FailedScreen.tsx'
import { createQueryClient } from './app/query-client.ts'
import { mayScroll, watchFirstPage } from './app/scroll.ts'
import { theme } from './app/theme.ts'
import { startWorker, takeOverAtColdStart } from './app/worker.ts'
import { showLook } from './components/look.ts'
import { noteCaughtError, reportErrors } from './data/app-errors.ts'
import { open } from './data/device.ts'
import { mustSelectPlan } from './data/home.ts'
import { listenForInstalling } from './data/installation.ts'
import { readAgain } from './data/local-query.ts'
import { signedIn } from './data/session.ts'
import { startWords } from './i18n.ts'
import { routeTree } from './routeTree.gen.ts'
import { limitByCharacters } from './ui/character-limits.ts'
import { typeLatinDigits } from './ui/latin-digits.ts'
import { printInLight } from './ui/paper.ts'
import { PageSkeleton } from './ui/Skeletons.tsx'

const queryClient = createQueryClient()
// A page in the back/forward cache aborted its reads and received no events.
window.addEventListener('pageshow', ({ persisted }) => persisted && readAgain(queryClient))
// Lists of names are sorted when they are read.
i18n.on('languageChanged', () => readAgain(queryClient))
typeLatinDigits(document)
limitByCharacters(document)

const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPendingMs: 1_000,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: FailedScreen,
  // A malformed URL such as "/%" is treated like an unknown one.
  defaultNotFoundComponent: () => <Navigate to="/" replace />,
  scrollRestoration: mayScroll,
})
watchFirstPage(router)
reportErrors(() => router.state.matches.at(-1)?.fullPath ?? '')

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** Loads what a cold start needs next in parallel to the translations; the caller requests it again and handles the failure. */
async function getReady() {
  if (navigator.serviceWorker?.controller) {
    void document.fonts.load('1em "Inter Variable"')
    void import('./data/open-device.ts')
    for (const route of router.getMatchedRoutes(location.pathname)[0]) void router.loadRouteChunk(route)
  }
  const account = await signedIn()
  if (account && !mustSelectPlan(account)) await open(account)
}

async function start(root: HTMLElement) {
  showLook()
  const words = startWords()
  void getReady().catch(() => {})
  if (await takeOverAtColdStart()) return
  listenForInstalling()
  await words
  createRoot(root, { onCaughtError: noteCaughtError, onUncaughtError: noteCaughtError }).render(
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={localStorageColorSchemeManager({ key: 'colorScheme' })}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  startWorker()
  printInLight(document.documentElement)
}

const root = document.getElementById('root')
if (root) void start(root)
