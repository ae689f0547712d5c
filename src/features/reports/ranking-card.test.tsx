// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { RankingCard } from './RankingCard.tsx'

afterEach(cleanup)

const show = (values: readonly number[]) =>
  render(
    <MantineProvider>
      <RankingCard
        label="Best"
        words="Ranking"
        bars={values.map((value) => ({ label: `Machine ${value}`, value }))}
        wordsOf={(value) => `${value} sold`}
      />
    </MantineProvider>,
  )

test('a ranking leaves out rows of zero, and needs two others', () => {
  show([5, 3, 0])
  expect(screen.getByRole('img').textContent).toBe('Machine 55 soldMachine 33 sold')
  cleanup()
  show([5, 0])
  expect(screen.queryByRole('img')).toBeNull()
})
