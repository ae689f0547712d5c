import { DAY } from '#domain/time.ts'
import { Chance } from '../../server/demo/chance.ts'
import type { Wish } from './demo.ts'
import { balanceOf, type History, type KnownMachine, type KnownPlace } from './history.ts'
import { otherHistory } from './other.ts'

/** The last closure ends this many days before the end of the history, so that forecasts are made after it. */
const BACK_DAYS = 43

/**
 * The history of another model, with vacations: two thirds of the machines have no customers for two to six weeks, most of them at the same
 * time, and then as many as before.
 */
export function closedHistory(wish: Wish): History {
  const history = otherHistory(wish)
  const chance = new Chance(`closed/${wish.seed}`)
  const span = () => {
    const days = chance.whole(14, 42)
    const from = history.from + chance.whole(7, wish.days - BACK_DAYS - days) * DAY
    return { from, to: from + days * DAY }
  }
  const vacation = span()
  return {
    ...history,
    machines: history.machines.map((machine) => {
      if (chance.happens(1 / 3)) return machine
      return closed(machine, chance.happens(0.7) ? vacation : span())
    }),
  }
}

const closed = (machine: KnownMachine, { from, to }: { from: number; to: number }): KnownMachine => ({
  ...machine,
  places: machine.places.map(({ product, moves, wanted }): KnownPlace => {
    const isOpen = (at: number) => at < from || at >= to
    return {
      product,
      wanted: wanted.filter(isOpen),
      // At the end the machine is filled and counted.
      moves: [
        ...moves.filter(({ at }) => at < from),
        { at: to, kind: 'count', quantity: balanceOf(moves.filter(({ at }) => at < to)) },
        ...moves.filter(({ at }) => at >= to),
      ],
    }
  }),
})
