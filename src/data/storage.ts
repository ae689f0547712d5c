/** Whether the browser keeps what is stored here: for good, until it needs the room, or it does not say. */
export type Keeping = 'kept' | 'may-be-cleared' | 'unknown'

export async function storageKeeping(): Promise<Keeping> {
  if (!navigator.storage?.persisted) return 'unknown'
  return (await navigator.storage.persisted()) ? 'kept' : 'may-be-cleared'
}

/** Asks the browser to keep it; it answers by its own rules, most gladly for an installed app. */
export async function askToKeep(): Promise<Keeping> {
  await navigator.storage?.persist?.()
  return storageKeeping()
}
