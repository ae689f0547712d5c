import * as v from 'valibot'
import { charactersIn } from '#domain/characters.ts'

type Longest = v.MaxLengthAction<string, number, v.ErrorMessage<v.MaxLengthIssue<string, number>> | undefined>
type Shortest = v.MinLengthAction<string, number, v.ErrorMessage<v.MinLengthIssue<string, number>> | undefined>

/** Like `maxLength`, but counts characters as PostgreSQL and JSON Schema do: an emoji is one. */
export function maxCharacters(most: number, wrong?: string): Longest {
  const action: Longest = v.maxLength(most, wrong)
  return {
    ...action,
    '~run'(dataset, config) {
      return dataset.typed && charactersIn(dataset.value) <= most ? dataset : action['~run'](dataset, config)
    },
  }
}

/** Like `minLength`, but counts characters: an emoji is one. */
export function minCharacters(least: number, wrong?: string): Shortest {
  const action: Shortest = v.minLength(least, wrong)
  return {
    ...action,
    '~run'(dataset, config) {
      if (dataset.typed && charactersIn(dataset.value) < least) v._addIssue(this, 'length', dataset, config)
      return dataset
    },
  }
}
