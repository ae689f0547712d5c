/** Whether the browser keeps the stored data: always, until it needs the space, or unknown. */
export type Keeping = 'kept' | 'may-be-cleared' | 'unknown'

export async function storageKeeping(): Promise<Keeping> {
  if (!navigator.storage?.persisted) return 'unknown'
  return (await navigator.storage.persisted()) ? 'kept' : 'may-be-cleared'
}

/** Requests persistent storage; the browser decides by its own rules, most often in favour of an installed app. */
export async function askToKeep(): Promise<Keeping> {
  await navigator.storage?.persist?.()
  return storageKeeping()
}
