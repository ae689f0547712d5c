/** Reads a response; throws if it is larger than allowed, because it may be endless. */
export async function readLimited({ body }: Response, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > maxBytes) throw new ResponseTooLarge(`a response is larger than ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

export class ResponseTooLarge extends Error {}

export const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

/** The cause of a failed `fetch` in one word, such as ECONNREFUSED. */
export function reasonOfFetch(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? ((cause as Error & { code?: string }).code ?? cause.message) : String(cause)
}
