type Recaptcha = { ready(work: () => void): void; execute(siteKey: string, options: { action: string }): Promise<string> }

declare global {
  interface Window {
    grecaptcha?: Recaptcha
  }
}

/** Used only if the server is configured for Google's captcha instead of our own. Empty if Google is unreachable. */
export async function recaptchaToken(siteKey: string, action: string): Promise<string> {
  const google = window.grecaptcha ?? (await load(siteKey))
  if (!google) return ''
  return new Promise((resolve) => google.ready(() => google.execute(siteKey, { action }).then(resolve, () => resolve(''))))
}

const load = (siteKey: string) =>
  new Promise<Recaptcha | null>((resolve) => {
    const script = document.createElement('script')
    script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`
    script.onload = () => resolve(window.grecaptcha ?? null)
    script.onerror = () => resolve(null)
    document.head.append(script)
  })
