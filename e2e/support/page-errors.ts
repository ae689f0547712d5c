import type { BrowserContext } from '@playwright/test'

/** An error that no page may cause: a content security policy violation, an exception or a console error. */
export type PageError = { at: string; what: string }

const LABEL = 'violates the content security policy:'

/** A browser logs this for every request that a missing network or an error status ended. */
const isAboutNetwork = (text: string) => text.startsWith('Failed to load resource') || text.includes('net::ERR_')

export async function watchFor(context: BrowserContext, pageErrors: PageError[]): Promise<void> {
  await context.addInitScript((label) => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(label, violatedDirective, blockedURI),
    )
  }, LABEL)
  context.on('weberror', (error) => pageErrors.push({ at: error.page()?.url() ?? '', what: String(error.error().stack ?? error.error()) }))
  context.on('console', (message) => {
    if (message.type() !== 'error' || isAboutNetwork(message.text())) return
    pageErrors.push({ at: message.page()?.url() ?? '', what: message.text() })
  })
}
