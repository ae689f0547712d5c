import '@mantine/core/styles.css'
import { MantineProvider, Table, TextInput } from '@mantine/core'
import { QueryClient, QueryClientProvider, useSuspenseQuery } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Dexie } from 'dexie'
import { Suspense, useDeferredValue, useMemo, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Machine } from '#contract/machines.ts'

/** The same libraries without the app's code: the minimum cost of a list of machines. */

const db = new Dexie('bare')
db.version(1).stores({ machines: 'id' })

const queryClient = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })

function Machines() {
  const { data } = useSuspenseQuery({ queryKey: ['machines'], queryFn: () => db.table<Machine>('machines').toArray() })
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed).toLowerCase()
  const found = useMemo(() => data.filter(({ name, address }) => `${name} ${address}`.toLowerCase().includes(query)), [data, query])
  const frame = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({ count: found.length, estimateSize: () => 40, overscan: 6, getScrollElement: () => frame.current })
  return (
    <>
      <TextInput aria-label="Search" type="search" value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
      <div ref={frame} style={{ height: 700, overflow: 'auto' }}>
        <Table style={{ height: rows.getTotalSize() }}>
          <Table.Tbody style={{ position: 'relative', display: 'block' }}>
            {rows.getVirtualItems().map(({ index, start }) => {
              const machine = found[index]
              return (
                machine && (
                  <Table.Tr key={machine.id} style={{ position: 'absolute', transform: `translateY(${start}px)` }}>
                    <Table.Td>{machine.state}</Table.Td>
                    <Table.Td>
                      <a href={`/machines/${machine.id}`}>{machine.name}</a>
                    </Table.Td>
                    <Table.Td>
                      {machine.currentQuantity} / {machine.maxQuantity}
                    </Table.Td>
                    <Table.Td>{machine.emptyPlaces}</Table.Td>
                    <Table.Td>{machine.lastRefill}</Table.Td>
                  </Table.Tr>
                )
              )
            })}
          </Table.Tbody>
        </Table>
      </div>
    </>
  )
}

const root = createRootRoute({ component: Outlet })
const routeTree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/', component: () => <Link to="/machines">Machines</Link> }),
  createRoute({ getParentRoute: () => root, path: '/machines', component: Machines }),
])
const router = createRouter({ routeTree })

window.subject = {
  async fill(machines) {
    await db.table('machines').bulkPut(machines as Machine[])
  },
}

createRoot(document.body).render(
  <MantineProvider>
    <QueryClientProvider client={queryClient}>
      <Suspense>
        <RouterProvider router={router as never} />
      </Suspense>
    </QueryClientProvider>
  </MantineProvider>,
)
if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/sw.js')
