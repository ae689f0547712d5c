import type { BrowserContext } from '@playwright/test'

/** Something that no page may ever do: break a rule on what may be loaded, throw, or complain. */
export type ErrorText = { at: string; what: string }

const LABEL = 'violates the content security policy:'

/** What a browser says by itself of every request that a missing network or a refusal ended. */
const isAboutNetwork = (text: string) => text.startsWith('Failed to load resource') || text.includes('net::ERR_')

export async function watchFor(context: BrowserContext, troubles: ErrorText[]): Promise<void> {
  await context.addInitScript((label) => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(label, violatedDirective, blockedURI),
    )
  }, LABEL)
  context.on('weberror', (error) => troubles.push({ at: error.page()?.url() ?? '', what: String(error.error().stack ?? error.error()) }))
  context.on('console', (message) => {
    if (message.type() !== 'error' || isAboutNetwork(message.text())) return
    troubles.push({ at: message.page()?.url() ?? '', what: message.text() })
  })
}
