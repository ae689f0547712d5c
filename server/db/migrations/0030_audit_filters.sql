ALTER TABLE "audit_entries" ADD COLUMN "action" text GENERATED ALWAYS AS (content->>'action') STORED;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "user_id" integer GENERATED ALWAYS AS ((content->>'userId')::integer) STORED;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "machine_id" bigint GENERATED ALWAYS AS ((case when content ? 'machine' then content->>'machine'
    when content->'of'->>'kind' = 'machine' then content->'of'->>'id'
    when content->>'action' in ('device-connected', 'device-disconnected') then content->'after'->>'machine' end)::bigint) STORED;--> statement-breakpoint
CREATE INDEX "audit_entries_at" ON "audit_entries" USING btree ("company_id","at","seq");--> statement-breakpoint
CREATE INDEX "audit_entries_action" ON "audit_entries" USING btree ("company_id","action","at","seq");--> statement-breakpoint
CREATE INDEX "audit_entries_user" ON "audit_entries" USING btree ("company_id","user_id","at","seq");--> statement-breakpoint
CREATE INDEX "audit_entries_machine" ON "audit_entries" USING btree ("company_id","machine_id","at","seq") WHERE machine_id is not null;