import { MAX_BAG_LENGTH } from '#contract/collections.ts'
import { Scanner } from './Scanner.tsx'

/** Reads the code of a cash bag with the camera. A module of its own, because it is loaded when it is first used. */
export function BagScanner({ onBag }: { onBag(bag: string): void }) {
  const scanned = (text: string) => {
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60)
    // A line break in a code would be refused later, where the bag is out of reach.
    onBag(text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_BAG_LENGTH))
  }
  return <Scanner kind="ANY" isPaused={false} onCode={scanned} />
}
