import { type ComponentType, useEffect, useState } from 'react'

/**
 * A part of a screen whose code is fetched when it is first shown. If that fails, `missing` replaces it instead of an error that would end
 * the whole page, and the code is fetched once the network is back.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { missing: Missing, waiting: Waiting }: { missing: ComponentType<Props>; waiting: ComponentType<Props> },
): ComponentType<Props> {
  let Part: ComponentType<Props> | null = null
  return function LazyPart(props: Props) {
    const [state, setState] = useState<'loading' | 'loaded' | 'missing'>(Part ? 'loaded' : 'loading')
    useEffect(() => {
      if (state === 'loaded') return
      let isGone = false
      const fetchPart = () =>
        load().then(
          (loaded) => {
            Part = loaded
            if (!isGone) setState('loaded')
          },
          () => {
            if (!isGone) setState('missing')
          },
        )
      if (state === 'loading') void fetchPart()
      addEventListener('online', fetchPart)
      return () => {
        isGone = true
        removeEventListener('online', fetchPart)
      }
    }, [state])
    if (state === 'missing') return <Missing {...props} />
    return Part ? <Part {...props} /> : <Waiting {...props} />
  }
}
