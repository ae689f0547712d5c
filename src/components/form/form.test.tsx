// @vitest-environment happy-dom
import { valibotResolver } from '@hookform/resolvers/valibot'
import { MantineProvider, NativeSelect, TextInput } from '@mantine/core'
import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18n from 'i18next'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { initReactI18next } from 'react-i18next'
import * as v from 'valibot'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '#app/app/query-client.ts'
import { NotAnswered } from '#app/data/server-requests.ts'
import { DayInput } from '#app/ui/DayInput.tsx'
import account from '../../locales/en/account.json' with { type: 'json' }
import common from '../../locales/en/common.json' with { type: 'json' }
import refusals from '../../locales/en/refusals.json' with { type: 'json' }
import { Form } from './Form.tsx'
import { FormDialog } from './FormDialog.tsx'
import { useControlledField } from './use-controlled-field.ts'
import { useDraftForm } from './use-draft-form.ts'
import { useField } from './use-field.ts'
import { useStoredForm } from './use-stored-form.ts'

beforeAll(async () => {
  await i18n
    .use(initReactI18next)
    .init({ lng: 'en', defaultNS: 'common', resources: { en: { account, common, refusals } }, interpolation: { escapeValue: false } })
})
afterEach(cleanup)

const Fields = v.object({ name: v.pipe(v.string(), v.trim(), v.nonEmpty()), phone: v.pipe(v.string(), v.maxLength(5)) })
type Fields = v.InferInput<typeof Fields>
const STORED = { name: 'Mills', phone: '' }

const show = (children: ReactNode) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
    </MantineProvider>,
  )
const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
const phone = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone' })
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
const type = (field: HTMLInputElement, value: string) => fireEvent.input(field, { target: { value } })

describe('a form', () => {
  function Supplier({ onSave, isStored = false }: { onSave(fields: Fields): Promise<unknown>; isStored?: boolean }) {
    const form = useForm({ resolver: valibotResolver(Fields), mode: 'onTouched', defaultValues: STORED })
    const field = useField(form)
    const list = useQuery({ queryKey: ['suppliers'], queryFn: async () => ++reads })
    const mutation = useMutation({ mutationFn: onSave, meta: { invalidates: [['suppliers']] } })
    return (
      <Form form={form} onSubmit={(fields) => mutation.mutate(fields)} submit="Save" mutation={mutation} isStored={isStored}>
        <p>Read {list.data}</p>
        <TextInput {...field('name')} label="Name" />
        <TextInput {...field('phone')} label="Phone" />
      </Form>
    )
  }
  let reads = 0

  it('is submitted with parsed values once it is valid and changed', async () => {
    const onSave = vi.fn(async () => {})
    show(<Supplier onSave={onSave} />)
    await waitFor(() => expect(save().disabled).toBe(true))
    type(name(), ' Roastery ')
    await waitFor(() => expect(save().disabled).toBe(false))
    fireEvent.click(save())
    await waitFor(() => expect(onSave).toHaveBeenCalledWith({ name: 'Roastery', phone: '' }, expect.anything()))
  })

  it('is not submitted while a day is wrong', async () => {
    function Rate() {
      const form = useForm({ defaultValues: { from: '2026-03-02' } })
      const { value, onChange } = useControlledField(form)('from')
      return (
        <Form form={form} onSubmit={() => {}} submit="Save" mutation={{ error: null, isPending: false }} isPrefilled>
          <DayInput label="Valid from" value={value} onChange={onChange} min="2026-02-10" max="2026-03-20" />
        </Form>
      )
    }
    show(<Rate />)
    await waitFor(() => expect(save().disabled).toBe(false))
    const day = screen.getByRole<HTMLInputElement>('textbox', { name: /Valid from/ })
    for (const text of ['31-03-2026', '30-02-2026', '3']) {
      fireEvent.change(day, { target: { value: text } })
      await waitFor(() => expect([day.value, save().disabled]).toEqual([text, true]))
    }
    fireEvent.change(day, { target: { value: '15-03-2026' } })
    await waitFor(() => expect(save().disabled).toBe(false))
  })

  it('shows the error of a field beside it after the field is left', async () => {
    show(<Supplier onSave={async () => {}} />)
    type(name(), ' ')
    fireEvent.blur(name())
    expect(await screen.findByText('Required')).toBeTruthy()
    type(phone(), '123456')
    fireEvent.blur(phone())
    expect(await screen.findByText('This is too long')).toBeTruthy()
    expect(save().disabled).toBe(true)
  })

  it('shows why saving failed, keeps the input, and reloads the queries that the change affects', async () => {
    reads = 0
    const refusal = { state: 'refused', status: 409, code: 'SUPPLIER_NOT_FOUND' } as const
    show(<Supplier onSave={() => Promise.reject(new NotAnswered(refusal))} />)
    expect(await screen.findByText('Read 1')).toBeTruthy()
    type(name(), 'Roastery')
    await waitFor(() => expect(save().disabled).toBe(false))
    fireEvent.click(save())
    expect((await screen.findByRole('alert')).textContent).toBe(refusals.SUPPLIER_NOT_FOUND)
    expect(name().value).toBe('Roastery')
    expect(await screen.findByText('Read 2')).toBeTruthy()
  })

  it('in a dialog asks before it discards changed input', async () => {
    function Dialog() {
      const [isOpen, setOpen] = useState(true)
      return (
        <FormDialog opened={isOpen} onClose={() => setOpen(false)} title="Supplier">
          <Supplier onSave={async () => {}} />
        </FormDialog>
      )
    }
    show(<Dialog />)
    type(await screen.findByRole('textbox', { name: 'Name' }), 'Roastery')
    await waitFor(() => expect(save().disabled).toBe(false))
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(name().value).toBe('Roastery')
    type(name(), 'Mills')
    await waitFor(() => expect(save().disabled).toBe(true))
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull())
  })

  it.each([false, true])('in a dialog stays open until its outcome is known (stored input: %s)', async (isStored) => {
    let fail = (_error: Error) => {}
    const onSave = vi.fn(() => new Promise<void>((_done, failed) => (fail = failed)))
    const onClose = vi.fn()
    show(
      <FormDialog opened onClose={onClose} title="Supplier">
        <Supplier onSave={onSave} isStored={isStored} />
      </FormDialog>,
    )
    type(await screen.findByRole('textbox', { name: 'Name' }), 'Roastery')
    await waitFor(() => expect(save().disabled).toBe(false))
    fireEvent.click(save())
    await waitFor(() => expect(onSave).toHaveBeenCalled())
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
    expect(screen.queryByText('Keep editing')).toBeNull()
    fail(new NotAnswered({ state: 'unreachable', retryAfterMs: null, status: 503 }))
    expect((await screen.findByRole('alert')).textContent).toBe(common.whyNot.overloaded.text)
    expect(onClose).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    if (isStored) expect(onClose).toHaveBeenCalled()
    else expect(await screen.findByText('Keep editing')).toBeTruthy()
  })
})

describe('a form of stored values', () => {
  let finish = () => {}
  function Supplier({ stored }: { stored: Fields }) {
    const { form, submitted } = useStoredForm(Fields, stored)
    const send = () => {
      finish = submitted()
    }
    const field = useField(form)
    return (
      <Form form={form} onSubmit={send} submit="Save" mutation={{ error: null, isPending: false }}>
        <TextInput {...field('name')} label="Name" />
        <TextInput {...field('phone')} label="Phone" />
      </Form>
    )
  }
  const shown = () => [name().value, phone().value, save().disabled]
  const screenOf = (stored: Fields) => (
    <MantineProvider env="test">
      <Supplier stored={stored} />
    </MantineProvider>
  )

  it('keeps edited fields when the stored values change, and the others follow', async () => {
    const { rerender } = render(screenOf(STORED))
    type(phone(), '12')
    rerender(screenOf({ name: 'Roastery', phone: '' }))
    await waitFor(() => expect(shown()).toEqual(['Roastery', '12', false]))
    rerender(screenOf({ name: 'Roastery', phone: '12' }))
    await waitFor(() => expect(shown()).toEqual(['Roastery', '12', true]))
  })

  it.each(['after', 'before'])('shows what is stored %s the response, and keeps what was typed since', async (when) => {
    const { rerender } = render(screenOf(STORED))
    type(name(), ' Roastery ')
    await waitFor(() => expect(save().disabled).toBe(false))
    const before = finish
    fireEvent.click(save())
    await waitFor(() => expect(finish).not.toBe(before))
    type(phone(), '12')
    if (when === 'after') finish()
    rerender(screenOf({ name: 'Roastery', phone: '' }))
    if (when === 'before') finish()
    await waitFor(() => expect(shown()).toEqual(['Roastery', '12', false]))
  })

  it('shows what was submitted until it is stored, and is unchanged then', async () => {
    const { rerender } = render(screenOf(STORED))
    type(name(), 'Roastery')
    await waitFor(() => expect(save().disabled).toBe(false))
    const before = finish
    fireEvent.click(save())
    await waitFor(() => expect(finish).not.toBe(before))
    act(() => finish())
    rerender(screenOf({ ...STORED }))
    await waitFor(() => expect(shown()).toEqual(['Roastery', '', true]))
    rerender(screenOf({ name: 'Roastery', phone: '' }))
    await waitFor(() => expect(shown()).toEqual(['Roastery', '', true]))
  })
})

describe('a controlled field', () => {
  const Order = v.object({ size: v.pipe(v.nullable(v.string()), v.string('CHOOSE_ONE')), count: v.pipe(v.number(), v.maxValue(5)) })
  const onSave = vi.fn()
  function Coffee({ count = 2, isBlocked = false }) {
    const form = useForm({ resolver: valibotResolver(Order), mode: 'onTouched', defaultValues: { size: null, count } })
    const controlled = useControlledField(form)
    const [size, cups] = [controlled('size'), controlled('count')]
    return (
      <Form form={form} onSubmit={onSave} submit="Save" mutation={{ error: null, isPending: false }} isPrefilled isBlocked={isBlocked}>
        <NativeSelect
          {...size}
          label="Size"
          value={size.value ?? ''}
          data={['', 'small', 'large']}
          onChange={({ currentTarget: { value } }) => size.onChange(value || null)}
        />
        <button type="button" onClick={() => cups.onChange(Number.NaN)} onBlur={cups.onBlur}>
          {String(cups.value)} {cups.error}
        </button>
      </Form>
    )
  }
  const size = () => screen.getByRole('combobox', { name: 'Size' })

  it('shows its error after it is left, and submits its value', async () => {
    show(<Coffee />)
    expect(screen.queryByText('Please choose')).toBeNull()
    fireEvent.blur(size())
    expect(await screen.findByText('Please choose')).toBeTruthy()
    expect(save().disabled).toBe(true)
    fireEvent.change(size(), { target: { value: 'large' } })
    await waitFor(() => expect(save().disabled).toBe(false))
    fireEvent.click(save())
    await waitFor(() => expect(onSave).toHaveBeenCalledWith({ size: 'large', count: 2 }))
  })

  it('leaves the error of what is not a number to the number field', async () => {
    show(<Coffee />)
    fireEvent.change(size(), { target: { value: 'large' } })
    await waitFor(() => expect(save().disabled).toBe(false))
    fireEvent.click(screen.getByRole('button', { name: '2' }))
    fireEvent.blur(screen.getByRole('button', { name: 'NaN' }))
    await waitFor(() => expect(save().disabled).toBe(true))
    expect(screen.getByRole('button', { name: 'NaN' })).toBeTruthy()
  })

  it('cannot be submitted while the form is blocked', async () => {
    show(<Coffee isBlocked />)
    fireEvent.change(size(), { target: { value: 'large' } })
    expect(await screen.findByText('2')).toBeTruthy()
    expect(save().disabled).toBe(true)
  })
})

describe('a form with a draft', () => {
  const stores = vi.fn()
  let typeInOtherTab: (typed: Partial<Fields>) => void = () => {}
  function Drafted() {
    const [value, setValue] = useState<Partial<Fields>>({ phone: '12' })
    typeInOtherTab = setValue
    const change = (to: (value: Partial<Fields>) => Partial<Fields>) => {
      stores(to(value))
      setValue(to)
    }
    const form = useDraftForm({ value, change }, Fields, STORED)
    const field = useField(form)
    return (
      <Form form={form} onSubmit={() => {}} submit="Save" mutation={{ error: null, isPending: false }} isStored>
        <TextInput {...field('name')} label="Name" />
        <TextInput {...field('phone')} label="Phone" />
      </Form>
    )
  }

  it('starts with the draft, and stores the fields that differ', async () => {
    stores.mockClear()
    show(<Drafted />)
    await waitFor(() => expect(phone().value).toBe('12'))
    await waitFor(() => expect(save().disabled).toBe(false))
    type(name(), 'Roastery')
    await waitFor(() => expect(stores.mock.lastCall).toEqual([{ name: 'Roastery', phone: '12' }]))
    type(phone(), '')
    await waitFor(() => expect(stores.mock.lastCall).toEqual([{ name: 'Roastery' }]))
    type(name(), 'Mills')
    await waitFor(() => expect(save().disabled).toBe(true))
  })

  it('shows what another tab types without storing it again', async () => {
    stores.mockClear()
    show(<Drafted />)
    await waitFor(() => expect(phone().value).toBe('12'))
    act(() => typeInOtherTab({ name: 'Cups' }))
    await waitFor(() => expect(name().value).toBe('Cups'))
    expect(phone().value).toBe('')
    expect(stores).not.toHaveBeenCalled()
  })
})
