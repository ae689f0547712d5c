import { once } from 'node:events'
import type { Client, Connection, Submittable } from 'pg'

type CopyConnection = Connection & { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void; sendCopyFail(message: string): void }

/** Loads lines in PostgreSQL's text format of COPY into a table, without keeping them in memory. */
export function copyText(client: Client, into: string, pieces: Iterable<string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const copy: Submittable & Record<string, unknown> = {
      submit: (connection: Connection) => connection.query(`copy ${into} from stdin`),
      handleCopyInResponse(connection: CopyConnection) {
        send(connection, pieces).catch((error: unknown) => connection.sendCopyFail(String(error)))
      },
      handleCommandComplete() {},
      handleReadyForQuery: () => resolve(),
      handleError: reject,
    }
    client.query(copy)
  })
}

async function send(connection: CopyConnection, pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) {
    connection.sendCopyFromChunk(Buffer.from(piece, 'latin1'))
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
  }
  connection.endCopyFrom()
}
