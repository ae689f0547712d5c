CREATE TABLE "alert_causes" (
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"channel" text NOT NULL,
	"machine_id" bigint NOT NULL,
	"cause" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL,
	"message_id" uuid NOT NULL,
	CONSTRAINT "alert_causes_company_id_user_id_channel_machine_id_cause_pk" PRIMARY KEY("company_id","user_id","channel","machine_id","cause")
);
--> statement-breakpoint
CREATE TABLE "alert_messages" (
	"company_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"channel" text NOT NULL,
	"event" text NOT NULL,
	"activity" text NOT NULL,
	"machine_id" bigint,
	"subscription_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"money_minor" bigint,
	"details" jsonb NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"failure" text,
	CONSTRAINT "alert_messages_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "alert_rules" (
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"event" text NOT NULL,
	"channel" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "alert_rules_company_id_user_id_event_channel_pk" PRIMARY KEY("company_id","user_id","event","channel")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"company_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_subscriptions_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"company_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "api_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"hint" text NOT NULL,
	"scopes" text[] NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "pass_movements" (
	"company_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "pass_movements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"pass_id" bigint NOT NULL,
	"amount_minor" bigint NOT NULL,
	"cause" text NOT NULL,
	"operation_id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pass_movements_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "passes" (
	"company_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "passes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"card_identifier" text NOT NULL,
	"holder_name" text NOT NULL,
	"balance_minor" bigint NOT NULL,
	"recurring_minor" bigint NOT NULL,
	"is_active" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "passes_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "home_company_id" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "home_user_id" integer;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "head_office_id" integer;--> statement-breakpoint
ALTER TABLE "alert_causes" ADD CONSTRAINT "alert_causes_company_id_user_id_users_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."users"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_messages" ADD CONSTRAINT "alert_messages_company_id_user_id_users_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."users"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_messages" ADD CONSTRAINT "alert_messages_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_company_id_user_id_users_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."users"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_company_id_user_id_users_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."users"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_company_id_session_id_sessions_company_id_id_fk" FOREIGN KEY ("company_id","session_id") REFERENCES "public"."sessions"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_company_id_user_id_users_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pass_movements" ADD CONSTRAINT "pass_movements_company_id_pass_id_passes_company_id_id_fk" FOREIGN KEY ("company_id","pass_id") REFERENCES "public"."passes"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passes" ADD CONSTRAINT "passes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_messages_waiting" ON "alert_messages" USING btree ("next_try_at") WHERE state = 'WAITING';--> statement-breakpoint
CREATE INDEX "alert_messages_user" ON "alert_messages" USING btree ("company_id","user_id","channel","asked_at");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint" ON "push_subscriptions" USING btree ("company_id","user_id","endpoint");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("key_hash") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "pass_movements_pass" ON "pass_movements" USING btree ("company_id","pass_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pass_movements_once" ON "pass_movements" USING btree ("company_id","user_id","operation_id","pass_id");--> statement-breakpoint
CREATE UNIQUE INDEX "passes_card" ON "passes" USING btree ("company_id","card_identifier") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_seat" ON "users" USING btree ("company_id","home_company_id","home_user_id");