CREATE TABLE "asked_letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"content" jsonb NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"company_id" integer NOT NULL,
	"hash" text NOT NULL,
	"user_id" integer NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "password_resets_company_id_hash_pk" PRIMARY KEY("company_id","hash")
);
--> statement-breakpoint
CREATE TABLE "registrations" (
	"hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"content" jsonb NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "weekly_mails" (
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"week" date NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "weekly_mails_company_id_user_id_week_pk" PRIMARY KEY("company_id","user_id","week")
);
--> statement-breakpoint
CREATE TABLE "billing_events" (
	"company_id" integer NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "billing_events_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"company_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"machines" integer NOT NULL,
	"began_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "checkouts_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"company_id" integer NOT NULL,
	"id" text NOT NULL,
	"date" date NOT NULL,
	"plan" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"receipt_url" text,
	CONSTRAINT "invoices_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"company_id" integer PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"machines" integer NOT NULL,
	"update_url" text,
	"cancel_url" text,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "weekly_emails" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "system_updates" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "tax_id" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "postal_code" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "city" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "tos_version" text;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_company_id_user_id_users_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."users"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "password_resets_hash" ON "password_resets" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "invoices_date" ON "invoices" USING btree ("company_id","date");--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree (lower("email"));