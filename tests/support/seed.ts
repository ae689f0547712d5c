/**
 * The seed of all random test data: 1, or the number in the environment variable TEST_SEED. A failing property prints its seed; TEST_SEED
 * with that number repeats the same values, and any other number tries new ones.
 */
export const seed = seedFrom(process.env.TEST_SEED)

function seedFrom(text = '1'): number {
  const number = Number(text)
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(number)) throw new Error(`TEST_SEED must be a whole number (it is "${text}").`)
  return number
}
