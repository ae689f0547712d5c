CREATE TABLE "forecasts" (
	"company_id" integer NOT NULL,
	"machine_id" bigint NOT NULL,
	"learnt_at" timestamp (3) with time zone NOT NULL,
	"rhythm" text NOT NULL,
	"places" jsonb NOT NULL,
	CONSTRAINT "forecasts_company_id_machine_id_pk" PRIMARY KEY("company_id","machine_id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"company_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"message" text NOT NULL,
	"values" jsonb NOT NULL,
	"type" text NOT NULL,
	"slug" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone,
	CONSTRAINT "notifications_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "outages" (
	"company_id" integer NOT NULL,
	"machine_id" bigint NOT NULL,
	"state" text NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone,
	"cause" text,
	CONSTRAINT "outages_company_id_machine_id_state_from_at_pk" PRIMARY KEY("company_id","machine_id","state","from_at")
);
--> statement-breakpoint
CREATE TABLE "state_reports" (
	"company_id" integer NOT NULL,
	"machine_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"id" uuid NOT NULL,
	"state" text NOT NULL,
	"cause" text,
	CONSTRAINT "state_reports_company_id_machine_id_at_id_pk" PRIMARY KEY("company_id","machine_id","at","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"company_id" integer NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"webhook_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"facts" jsonb NOT NULL,
	"count" integer NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"last_try_at" timestamp (3) with time zone,
	"status" integer,
	"trouble" text,
	"duration_ms" integer,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_deliveries_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"company_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"url" text NOT NULL,
	"kinds" text[] NOT NULL,
	"secret" text NOT NULL,
	"secret_before" text,
	"secret_before_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" integer NOT NULL,
	"paused" text,
	"failing_since" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"busy_until" timestamp (3) with time zone NOT NULL,
	"rests_until" timestamp (3) with time zone NOT NULL,
	"served_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhooks_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "case_size" integer;--> statement-breakpoint
ALTER TABLE "machine_status" ADD COLUMN "watched_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "forecasts" ADD CONSTRAINT "forecasts_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_company_id_user_id_users_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."users"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outages" ADD CONSTRAINT "outages_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "state_reports" ADD CONSTRAINT "state_reports_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_company_id_created_by_users_company_id_id_fk" FOREIGN KEY ("company_id","created_by") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("company_id","user_id","id");--> statement-breakpoint
CREATE INDEX "outages_from" ON "outages" USING btree ("company_id","from_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("company_id","webhook_id","next_try_at") WHERE state = 'WAITING';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_latest" ON "webhook_deliveries" USING btree ("company_id","webhook_id","asked_at");--> statement-breakpoint
-- How machines stand now is where their outages begin to be kept; the walls, which hold the owner as well, are raised again after every migration.
ALTER TABLE "machine_status" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "machines" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "machine_status" SET "watched_since" = now();--> statement-breakpoint
INSERT INTO "state_reports" SELECT "company_id", "machine_id", "reported_at", gen_random_uuid(), "reported_state", "reported_cause" FROM "machine_status" WHERE "reported_at" IS NOT NULL AND "reported_state" IS NOT NULL;--> statement-breakpoint
INSERT INTO "outages" SELECT "company_id", "machine_id", 'STOPPED', "reported_at", NULL, "reported_cause" FROM "machine_status" WHERE "reported_at" IS NOT NULL AND "reported_state" = 'STOPPED';--> statement-breakpoint
INSERT INTO "outages" SELECT s."company_id", s."machine_id", 'NOT_CONNECTED', s."heard_at", NULL, NULL FROM "machine_status" s JOIN "machines" m ON m."company_id" = s."company_id" AND m."id" = s."machine_id" WHERE s."heard_at" IS NOT NULL AND m."state" = 'NOT_CONNECTED';
