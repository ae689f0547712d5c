/** Where the browsers of this world have their push services. A subscription comes from outside: no other host is ever asked. */
const HOSTS =
  /^(fcm\.googleapis\.com|jmt17\.google\.com|(?:[\w-]+\.)*push\.services\.mozilla\.com|(?:[\w-]+\.)*notify\.windows\.com|(?:[\w-]+\.)*push\.apple\.com)$/

/** Whether an endpoint is a browser's own, or of an origin that the settings name. */
export function isPushService(endpoint: string, named: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (username || password) return false
  return (protocol === 'https:' && port === '' && HOSTS.test(hostname)) || isNamed(endpoint, named)
}

/** Whether the settings name it: it may stand in a network of one's own. */
export const isNamed = (endpoint: string, named: readonly string[]): boolean =>
  named.some((one) => new URL(one).origin === new URL(endpoint).origin)
