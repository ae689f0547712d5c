import './app/mantine.css.ts'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { FailedScreen } from './app/FailedScreen.tsx'
import { keepLive } from './app/live.ts'
import { theme } from './app/theme.ts'
import { startWorker, takeOverAtColdStart } from './app/worker.ts'
import { listenForInstalling } from './data/installation.ts'
import { startWords } from './i18n.ts'
import { routeTree } from './routeTree.gen.ts'
import { PageSkeleton } from './ui/Skeletons.tsx'
import { TOAST_MS } from './ui/toasts.ts'

// What the screens ask of the local database never needs a network, and is told when it changes.
const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: 30_000 },
  },
})
keepLive(queryClient)

const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPendingMs: 400,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: FailedScreen,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

async function start(root: HTMLElement) {
  if (await takeOverAtColdStart()) return
  listenForInstalling()
  await startWords()
  createRoot(root).render(
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
      <Notifications position="bottom-right" autoClose={TOAST_MS} limit={3} />
    </MantineProvider>,
  )
  startWorker()
}

const root = document.getElementById('root')
if (root) void start(root)
