ALTER TABLE "audit_entries" ADD COLUMN "action" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "user_id" integer;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "machine_id" bigint;--> statement-breakpoint
UPDATE "audit_entries" SET "action" = content->>'action', "user_id" = (content->>'userId')::integer,
  "machine_id" = (case when content ? 'machine' then content->>'machine'
    when content->'of'->>'kind' = 'machine' then content->'of'->>'id'
    when content->>'action' in ('device-connected', 'device-disconnected') then content->'after'->>'machine' end)::bigint;--> statement-breakpoint
CREATE INDEX "activities_user" ON "activities" USING btree ("company_id","user_id","at","id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "audit_entries_at" ON "audit_entries" USING btree ("company_id","at","seq");--> statement-breakpoint
CREATE INDEX "audit_entries_action" ON "audit_entries" USING btree ("company_id","action","at","seq");--> statement-breakpoint
CREATE INDEX "audit_entries_user" ON "audit_entries" USING btree ("company_id","user_id","at","seq");--> statement-breakpoint
CREATE INDEX "audit_entries_machine" ON "audit_entries" USING btree ("company_id","machine_id","at","seq") WHERE machine_id is not null;