import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readUpload } from '#app/data/imports.ts'
import type { ImportChoices } from '#contract/imports.ts'
import type { ImportState } from '#domain/imports.ts'

/**
 * Reads an uploaded file with other choices. The server does not accept another reading while one is in progress, so choices that are made
 * meanwhile are sent when it ends.
 */
export function useUploadReading(importId: string | undefined, state: ImportState | undefined) {
  const { mutate, isPending, ...reading } = useMutation(readUpload)
  const [waiting, setWaiting] = useState<{ importId: string; choices: ImportChoices } | null>(null)
  const isWaiting = waiting !== null && waiting.importId === importId
  const isReading = isPending || state === 'READING'
  useEffect(() => {
    if (!isWaiting || isReading) return
    setWaiting(null)
    mutate(waiting)
  }, [isWaiting, isReading, waiting, mutate])
  const readAgain = (choices: ImportChoices) => {
    if (importId === undefined) return
    if (isReading || isWaiting) setWaiting({ importId, choices })
    else mutate({ importId, choices })
  }
  return { ...reading, mutate, readAgain, isReading: isReading || isWaiting, isWaiting }
}
